// Package job is what every long piece of work has in common: it tells how far it is, and it ends in one of three
// ways.
//
// Work takes a context and a [Report]. It calls the report as often as it likes; whoever shows progress thins it
// out. It ends [Done], [Stopped] or [Failed], and a person reads three different sentences: stopped is no error,
// since what was finished until then is kept and the work can go on.
//
// The package starts no goroutine, shows nothing and knows no domain word.
package job
