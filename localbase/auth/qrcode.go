package auth

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// The drawing of a QR code, in SVG units.
const (
	qrModule    = 3
	qrQuietZone = 4 // modules of empty border, as ISO/IEC 18004 asks
)

// qrSVG draws text as a QR code: dark on white whatever the page's theme, or no
// camera reads it.
func qrSVG(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("draw QR code: %w", err)
	}
	modules := code.Bounds().Dx()
	side := (modules + 2*qrQuietZone) * qrModule
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" shape-rendering="crispEdges">`, side, side, side, side)
	fmt.Fprintf(&svg, `<rect width="%d" height="%d" fill="#fff"/><path fill="#000" d="`, side, side)
	for y := range modules {
		for x := range modules {
			if code.At(x, y) == color.Black {
				fmt.Fprintf(&svg, "M%d %dh%dv%dh-%dz", (x+qrQuietZone)*qrModule, (y+qrQuietZone)*qrModule, qrModule, qrModule, qrModule)
			}
		}
	}
	svg.WriteString(`"/></svg>`)
	return svg.String(), nil
}
