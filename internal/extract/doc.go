// Package extract reads any file a person brings: its text, or its rows.
//
// [Read] gives a [Document], [Table] a [Workbook]. Both look at the content and not at the file's name alone: every
// format is a [Reader] that says how sure it is that the bytes are its own, and the surest one reads. A further
// format is one more file with one more Reader and a line in [Readers].
//
// The package takes nothing away and adds nothing: headers, footers and comments stand apart from the text, foot-
// and endnotes at its end, and whatever may have been misread is a [Warning]. It opens no file, follows no link, runs
// no macro and no formula, and keeps to the limits of limits.go however a file was made; a reader that fails
// in a way nobody foresaw costs this one file and not the program.
//
// Method and limits: measurements of readers on real and made legal documents, November 2026. Word (.docx, .doc), Rich Text,
// OpenDocument texts and spreadsheets and Excel files are walked here, as streams, because no library measured reads footnotes, tracked changes and
// list labels, and because the row reader of excelize ends without an error where a sheet's XML is damaged (rows would be
// lost unseen) and does not say which cells are dates, formulas or numbers; the container of .doc and .xls is opened by
// richardlehane/mscfb. PDF pages are read by PDFium as WebAssembly (klippa-app/go-pdfium on wazero): no cgo, a sandbox
// without files. Where it can not be started, ledongthuc/pdf reads in a child process ([RunChild]). CSV has
// its own scanner because encoding/csv leaves out empty lines (row numbers would differ from those a spreadsheet shows)
// and can not say in which column an open quotation mark stands.
//
// All readers of documents give one shape (prose.go): a line for every paragraph with its list label as shown, a line for
// every table row with tabs between cells, marks of foot- and endnotes as [1] and [i] after the stop that follows the word, the
// notes under the same marks at the end. Figures set raised in a PDF that are no marks come as ⁰ to ⁹.
package extract
