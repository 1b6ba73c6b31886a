// Package widgets holds the parts of the window that know no word of the study: a view for long texts, a traffic light
// that is told apart without colour, a list of steps, a bar of shares, fields, buttons, layouts, the theme.
//
// They show and call back; what a tap means is decided by the screens. Colours come from the theme whenever something
// is drawn, so that a change of light and dark reaches everything. Facts about the toolkit that shaped them: a wrapping
// label takes ever longer the longer its text is, so long texts are broken into lines here and only those in sight are
// drawn; and it asks for a wrong height until it knows its width, so the layouts here settle widths first.
//
// Texts begin at one line down the page, and so do the edges of cards, fields and buttons ([Flush], [Row], [Card]).
package widgets
