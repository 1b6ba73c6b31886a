// Package intake holds the words by which an import understands what people and programs wrote: headings of answer
// tables, names of origins, forms of consent, months, field names of exports, and how providers and models are called. The rules
// that use them stand in internal/intake.
package intake
