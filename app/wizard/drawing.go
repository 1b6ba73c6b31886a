package wizard

import (
	"fyne.io/fyne/v2"

	"iucomstudien/app/widgets"
	"iucomstudien/assets/graphics"
)

// drawingWidth and drawingHeight are the size of a step's picture.
const drawingWidth, drawingHeight = 160, 96

// drawing is the picture of a step; one without a picture has an empty one.
func drawing(name string) *widgets.Drawing {
	svg, err := graphics.Files.ReadFile(name + ".svg")
	if err != nil {
		svg = nil
	}
	return widgets.NewDrawing("step-"+name, svg, fyne.NewSize(drawingWidth, drawingHeight))
}
