// Package handout makes the blind folder, which is all that a reviewer gets, and audits it.
//
// [Build] writes the files in the study's language: question and facts, the gold standard where the test uses one,
// every answer under its code as text and as Word file, all answers on one page to print, the rating sheet as CSV, workbook and page, instructions,
// and the commitment to the sealed key. Names are made of codes and fixed words in ASCII. [Zip] packs them. Equal
// input gives equal bytes: one moment, passed in, is the only time anywhere.
//
// [Audit] trusts none of this. It opens the finished zip, every workbook and document in it, and searches names,
// properties, comments and contents for what would tell an origin.
//
// The room receives blinded answers; what it must not show reaches it only as the list of secrets to search for. It
// knows no database and no key. Method: study protocol, section on blinding and handing out.
package handout
