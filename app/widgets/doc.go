// Package widgets holds the parts of the window that know no word of the study: a view for long texts, a traffic light
// that is told apart without colour, a list of steps, a bar of shares, a form row, the theme.
//
// They show and call back; what a tap means is decided by the screens. Colours come from the theme whenever something
// is drawn, so that a change of light and dark reaches everything. Facts about the toolkit that shaped them: wrapping
// labels grow slower than linearly only for short texts, so long texts are broken into lines here and shown in a list.
package widgets
