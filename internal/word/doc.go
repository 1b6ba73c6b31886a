// Package word writes Word files (.docx) from a template and a list of blocks: headings, paragraphs, lists, tables,
// pictures and page breaks.
//
// A template is an ordinary .docx that anybody may adapt in a word processor. It holds the styles, the footer with the
// page numbers, places such as {{title}} that [Write] fills in, and, where blocks are to stand, a paragraph with
// {{body}} alone. The places are filled by github.com/nguyenthenguyen/docx; what it can not do (blocks, pictures,
// properties, language) is built here as WordprocessingML after ECMA-376 part 1, with the elements that word processors
// need for an accessible file: heading levels, header rows that repeat, alternative texts, the language of the text.
//
// The package knows no study and no wording. It writes no date of its own: the same blocks give the same bytes.
// Whatever the texts hold, the XML stays well-formed: characters that XML forbids become U+FFFD, and a text never
// fills a place or becomes markup.
package word
