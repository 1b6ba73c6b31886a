// Package sample carries the bundled sample study: an invented Austrian tenancy case with six answers of known
// origin, two expert documents, three filled rating sheets and the recorded reply of a grading model.
// Persons, firms, AI products and file numbers in it are invented; see study-tenancy/README.md.
package sample
