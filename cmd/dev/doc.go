// Command dev is the task runner of the project, one command each for set-up, start, test, check, shots, speed,
// fuzz and package. It is written in Go so that it runs wherever Go does, and needs nothing else to be installed before it.
//
//	go run ./cmd/dev setup      installs what is missing to build the window (Linux), says what and why
//	go run ./cmd/dev start      setup, build, open the window; without a display: the sample study in the terminal
//	go run ./cmd/dev test       all tests; --window those that work a real window instead
//	go run ./cmd/dev check      gofmt, go vet, staticcheck, and the core compiled for three systems
//	go run ./cmd/dev shots      a picture of every screen, in all languages, light and dark
//	go run ./cmd/dev speed      benchmarks as a table, beside peers that are installed; --json for machines, --coverage
//	                            simulates how often intervals contain the true value
//	go run ./cmd/dev fuzz       every fuzz target for a while
//	go run ./cmd/dev package    programs ready to hand out, under dist/
//
// It starts the tools of the Go distribution and the system's package manager; it may not import a room above
// internal/lang, since it must work before the rest compiles.
package main
