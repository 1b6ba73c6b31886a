// Package house keeps the plan of the house true. It holds no code that runs in the program, only the map of
// rooms as a table and the tests that compare it with the real imports: who may import whom, who may not and
// why, that each package says what it is for, and that no text a person sees is missing in a language.
//
// When a change belongs in no room, or two, the map is wrong: mend the table in house_test.go together with the code.
package house
