// expected-error@+1 {{something else}}
none.one
// -----
// expected-error@+2 {{none.two}}
none.two
// -----
// expected-warning@+1 {{none.three}}
none.three
// -----
none.four
