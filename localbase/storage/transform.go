package storage

import (
	"fmt"
	"image"
	"math"
	"net/url"
	"strconv"
	"strings"
)

const (
	maxImageSide   = 2000
	defaultQuality = 80
)

// imageTransform contains the parameters of a rendered image. 0 and "" mean the value of the source.
type imageTransform struct {
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Resize  string `json:"resize"`  // cover (default), contain, fill
	Format  string `json:"format"`  // origin; webp and avif are accepted, but ignored
	Quality int    `json:"quality"` // of JPEG, 20 to 100
}

// parseTransformQuery parses the query string of a render route.
func parseTransformQuery(query url.Values) (imageTransform, error) {
	t := imageTransform{Resize: query.Get("resize"), Format: query.Get("format")}
	for name, field := range map[string]*int{"width": &t.Width, "height": &t.Height, "quality": &t.Quality} {
		text := query.Get(name)
		if text == "" {
			continue
		}
		number, err := strconv.Atoi(text)
		if err != nil {
			return t, newInvalidRequest("querystring/" + name + " must be integer")
		}
		*field = number
	}
	return t, t.validate()
}

// validate rejects values that supabase/storage rejects, and limits the sides to maxImageSide.
func (t *imageTransform) validate() error {
	switch {
	case t.Width < 0:
		return newInvalidRequest("width must be >= 0")
	case t.Height < 0:
		return newInvalidRequest("height must be >= 0")
	case t.Quality != 0 && (t.Quality < 20 || t.Quality > 100):
		return newInvalidRequest("quality must be between 20 and 100")
	case t.Resize != "" && t.Resize != "cover" && t.Resize != "contain" && t.Resize != "fill":
		return newInvalidRequest("resize must be equal to one of the allowed values")
	case t.Format != "" && t.Format != "origin" && t.Format != "webp" && t.Format != "avif":
		return newInvalidRequest("format must be equal to one of the allowed values")
	}
	t.Width, t.Height = min(t.Width, maxImageSide), min(t.Height, maxImageSide)
	return nil
}

// String returns the format of a signed URL's token, which parseTransform parses.
func (t imageTransform) String() string {
	return strings.Join(t.formatParts("resize", t.Resize), ",")
}

// formatHeader returns the header X-Transformations, with the terms of imgproxy, as supabase/storage does.
func (t imageTransform) formatHeader() string {
	kind := map[string]string{"contain": "fit", "fill": "force"}[t.Resize]
	if kind == "" {
		kind = "fill"
	}
	return strings.Join(t.formatParts("resizing_type", kind), ",")
}

// formatParts returns "name:value" for each value that is set. resizeName is the name for resize,
// which differs between a URL and the header.
func (t imageTransform) formatParts(resizeName, resize string) []string {
	var parts []string
	if t.Height > 0 {
		parts = append(parts, fmt.Sprintf("height:%d", t.Height))
	}
	if t.Width > 0 {
		parts = append(parts, fmt.Sprintf("width:%d", t.Width))
	}
	if (t.Width > 0 || t.Height > 0) && resize != "" {
		parts = append(parts, resizeName+":"+resize)
	}
	if t.Quality > 0 {
		parts = append(parts, fmt.Sprintf("quality:%d", t.Quality))
	}
	if t.Format != "" && t.Format != "origin" {
		parts = append(parts, "format:"+t.Format)
	}
	return parts
}

// parseTransform parses the result of String. It ignores unknown values, since the text is signed.
func parseTransform(text string) (imageTransform, error) {
	var t imageTransform
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, ":")
		number, _ := strconv.Atoi(value)
		switch name {
		case "width":
			t.Width = number
		case "height":
			t.Height = number
		case "quality":
			t.Quality = number
		case "resize":
			t.Resize = value
		case "format":
			t.Format = value
		}
	}
	return t, t.validate()
}

// computeCrop returns the part of an image to display and its size after scaling. It never enlarges.
func (t imageTransform) computeCrop(width, height int) (crop image.Rectangle, size image.Point) {
	whole := image.Rect(0, 0, width, height)
	byWidth, byHeight := float64(t.Width)/float64(width), float64(t.Height)/float64(height)
	switch {
	case t.Width == 0 && t.Height == 0:
		return whole, whole.Size()
	case t.Width == 0:
		return whole, scalePoint(width, height, min(byHeight, 1))
	case t.Height == 0:
		return whole, scalePoint(width, height, min(byWidth, 1))
	case t.Resize == "contain":
		return whole, scalePoint(width, height, min(byWidth, byHeight, 1))
	case t.Resize == "fill":
		return whole, image.Pt(min(t.Width, width), min(t.Height, height))
	}
	scale := min(max(byWidth, byHeight), 1)
	full := scalePoint(width, height, scale)
	size = image.Pt(min(t.Width, full.X), min(t.Height, full.Y))
	cropSize := image.Pt(min(roundSide(float64(size.X)/scale), width), min(roundSide(float64(size.Y)/scale), height))
	corner := image.Pt((width-cropSize.X)/2, (height-cropSize.Y)/2)
	return image.Rectangle{Min: corner, Max: corner.Add(cropSize)}, size
}

func scalePoint(width, height int, scale float64) image.Point {
	return image.Pt(roundSide(float64(width)*scale), roundSide(float64(height)*scale))
}

// roundSide rounds to an integer of at least 1.
func roundSide(side float64) int { return max(int(math.Round(side)), 1) }
