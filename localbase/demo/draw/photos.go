package main

import "math"

// drawAvatar draws the head and shoulders of a person. The index selects the colors.
func drawAvatar(index int) *canvas {
	ground, first, second, ink := palette[index%len(palette)].parse()
	skins := []string{"#f2c9a6", "#e0ac82", "#c68a5c", "#8d5a3b"}
	skin := parseHexColor(skins[index%len(skins)])
	c := newCanvas(256, 256, ground)
	c.circle(blendColors(ground, first, 0.25), 128, 128, 112)
	c.circle(second, 128, 100, 58) // hair
	c.rectangle(blendColors(skin, second, 0.18), 108, 130, 40, 50, 14)
	c.circle(skin, 128, 110, 46)
	fringe := append(arcPoints(128, 104, 48, 180, 360), point{160, 88}, point{128 + 30*math.Cos(float64(index)), 76})
	c.polygon(second, fringe...)
	shoulders := append([]point{{34, 256}}, arcPoints(128, 262, 94, 180, 360)...)
	c.polygon(first, append(shoulders, point{222, 256})...)
	c.polygon(fadeColor(ground, 0.9), point{108, 170}, point{148, 170}, point{128, 204})
	c.circle(ink, 112, 112, 4)
	c.circle(ink, 144, 112, 4)
	smile := arcPoints(128, 120, 15, 20, 160)
	c.polygon(blendColors(skin, second, 0.55), append(smile, arcPoints(128, 118, 14, 160, 20)...)...)
	return c
}

// drawProof draws a photo of delivered boxes at a door. The index selects the colors and the
// number of boxes.
func drawProof(index int) *canvas {
	ground, first, second, ink := palette[index%len(palette)].parse()
	c := newCanvas(800, 600, blendColors(ground, parseHexColor("#ffffff"), 0.2))
	for row := range 12 { // bricks
		for column := -1; column < 9; column++ {
			c.rectangle(fadeColor(first, 0.10), 100*float64(column)+50*float64(row%2)+3, 38*float64(row)+3, 94, 32, 3)
		}
	}
	c.polygon(parseHexColor("#b9b2a6"), point{0, 452}, point{800, 452}, point{800, 600}, point{0, 600})
	c.polygon(parseHexColor("#cfc9be"), point{150, 440}, point{650, 440}, point{690, 476}, point{110, 476})
	c.rectangle(ink, 252, 40, 296, 404, 8) // the door
	c.rectangle(second, 264, 52, 272, 392, 4)
	c.rectangle(blendColors(parseHexColor("#dff1f7"), ground, 0.3), 290, 80, 98, 130, 4)
	c.rectangle(blendColors(parseHexColor("#dff1f7"), ground, 0.3), 412, 80, 98, 130, 4)
	c.rectangle(blendColors(second, ink, 0.4), 290, 236, 220, 180, 4)
	c.circle(parseHexColor("#e8c15a"), 516, 262, 9)
	barcode := 10600 + 7*index
	boxes := []struct{ x, y, width, height float64 }{{196, 372, 172, 116}, {340, 392, 150, 104}, {232, 276, 128, 98}, {470, 424, 118, 78}}
	for i, box := range boxes[:2+index%3] {
		c.polygon(fadeColor(ink, 0.18), point{box.x - 8, box.y + box.height}, point{box.x + box.width + 34, box.y + box.height},
			point{box.x + box.width + 12, box.y + box.height + 16}, point{box.x - 20, box.y + box.height + 12})
		c.rectangle(parseHexColor("#c89b66"), box.x, box.y, box.width, box.height, 3)
		c.polygon(parseHexColor("#a87c4c"), point{box.x + box.width, box.y + 2}, point{box.x + box.width + 26, box.y - 14},
			point{box.x + box.width + 26, box.y + box.height - 18}, point{box.x + box.width, box.y + box.height - 2})
		c.polygon(parseHexColor("#dcb583"), point{box.x, box.y + 2}, point{box.x + 28, box.y - 14}, point{box.x + box.width + 26, box.y - 14}, point{box.x + box.width, box.y + 2})
		c.rectangle(fadeColor(parseHexColor("#f5e7cd"), 0.8), box.x+box.width/2-11, box.y, 22, box.height, 0)
		if i == 0 {
			c.rectangle(parseHexColor("#fffdf9"), box.x+14, box.y+24, 92, 62, 3)
			c.text(ink, bold, 18, 0, box.x+60, box.y+48, "COFFEE")
			for bar := range 16 {
				c.rectangle(ink, box.x+24+4.6*float64(bar), box.y+58, 1+float64((barcode>>bar)%3), 20, 0)
			}
		}
	}
	return c
}
