// Package graphics holds the pictures beside the explanations of the window: one for each of the seven steps, that shows
// what happens there, and one for the start page while it is empty.
//
// All are drawn for this project, in one style: plain shapes, strokes of two points, no words. In place of colours stand
// four words, which whoever draws a picture replaces by colours of the look: ink (lines), quiet (paper), accent, signal
// (what to look at). Nothing a person must know stands in a picture alone.
package graphics
