// Package legalref holds the grammar of legal citations as tables: acts, courts, registers, journals, shapes of
// numbers, units of provisions, and the words of dates, amounts and periods in German, Polish and English.
//
// A table is a text file: one row a line, columns parted by "|", lists in a cell parted by ";". Lines that start
// with "#" are remarks; the first other line names the columns. In phrases a point is optional ("Abs." reads
// "Abs" and "Abs."), a space may be missing or be any kind of blank, and "~" stands for the inflections listed in
// endings.table. A new code, court or journal is one line; its example and counter-example are run by a test.
//
// Nothing here says whether a decision or an act exists. The package imports nothing but embed.
package legalref
