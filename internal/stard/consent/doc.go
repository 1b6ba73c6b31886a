// Package consent fills in the form on which a person consents to the use of an answer.
//
// The form is a Word template for each language (assets/templates/consent), meant to be adapted by study lead and ethics
// committee: a starting point, no legal advice. Its building blocks follow Art. 6(1)(a), Art. 7, Art. 13, Art. 22 and
// Art. 44 ff GDPR. What the program knows is filled in; what it does not know stays visibly open, and a form is never
// called complete while a required field is open.
package consent
