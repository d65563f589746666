// Nothing is wrong here.
// expected-error@+1 {{is not here}}
func.func private @f()
