// first
"test.op"() {name = "café"} : () -> ()
