package graphics

import "embed"

// Files holds the pictures: home.svg, and one under the name of each step's page (ready.svg, case.svg …). Pictures of
// steps are 160 by 96 points, that of the start page 240 by 144.
//
//go:embed *.svg
var Files embed.FS
