package icons

import _ "embed"

// App is the application icon as SVG.
//
//go:embed app.svg
var App []byte

// AppPNG is the application icon with 512 pixels a side.
//
//go:embed app.png
var AppPNG []byte
