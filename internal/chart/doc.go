// Package chart turns numbers into drawings: stacked bars, forest plots, agreement matrices, spreads of ratings and
// curves, as SVG for a page and as PNG for documents that take pictures only.
//
// It knows shapes and colours, no study: every word arrives as text, every number is written by the [Numbers] that
// is passed in, so that the decimal sign is that of the report's language. The same data give the same bytes.
//
// Each drawing has a title and a description for people who hear it, a pattern beside every colour for people who do
// not tell the colours apart, and numbers on small plates in the colour of the paper. Fills and inks are written as
// attributes, so that a drawing stands by itself, and carry class names (chart-ink, chart-paper, …), so that a page
// may set others for dark mode or print. A picture in pixels is made of the same elements, without the page's classes: on
// white paper, set in Go Regular (golang.org/x/image/font/gofont), with sums that come out alike on every processor.
//
// The colours of the conditions are decided here once, as a table, for report and window alike. Contrast against
// the paper is at least 4.5 : 1 (WCAG 2.2, 1.4.3).
package chart
