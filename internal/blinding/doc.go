// Package blinding takes from the answers of a test what gives their origin away, and nothing else, and puts them into
// an order that anybody can draw again.
//
// Most callers need only [Blinder.Prepare], which normalises (package normalise) and pseudonymises (package
// pseudonymise) the answers together with the texts that raters read beside them, and [Assign], which orders them by
// the seed of the test and gives blind codes.
//
// Guarantees: equal input, persons list, seed and rule version give equal bytes; every citation, provision, figure and
// amount is there as often after as before; running it on its own output changes nothing.
// Not guaranteed: that style gives nothing away. For that there is the blinding check in package stats.
//
// No rule looks at an origin: the package is given texts, never answers. It opens no file and knows no database.
// Rules: assets/blinding. Order: Durstenfeld's Fisher-Yates shuffle over the generator of the .NET Framework
// (package stats), as the study protocol has it, so that earlier studies can be drawn again.
package blinding
