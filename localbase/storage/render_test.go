package storage

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"sync"
	"testing"

	"golang.org/x/image/draw"
)

// newTwoColorImage returns an image with a red left half and a blue right half.
func newTwoColorImage(width, height int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(picture, image.Rect(0, 0, width/2, height), image.NewUniform(color.RGBA{R: 255, A: 255}), image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(width/2, 0, width, height), image.NewUniform(color.RGBA{B: 255, A: 255}), image.Point{}, draw.Src)
	return picture
}

func encodeJPEG(t *testing.T, picture image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func encodePNG(t *testing.T, picture image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// addOrientation adds an EXIF segment to a JPEG.
func addOrientation(file string, orientation byte) string {
	exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00"
	return file[:2] + "\xff\xe1\x00" + string(rune(len(exif)+2)) + exif + file[2:]
}

// smallWebP is a lossy WebP of 1 by 1 pixel.
const smallWebP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"

func TestRender(t *testing.T) {
	s := newServer(t)
	s.put("site", "wide.jpg", encodeJPEG(t, newTwoColorImage(400, 200)), "Content-Type", "image/jpeg", "Cache-Control", "max-age=60")
	s.put("site", "wide.png", encodePNG(t, newTwoColorImage(400, 200)), "Content-Type", "image/png")
	s.put("site", "phone.jpg", addOrientation(encodeJPEG(t, newTwoColorImage(400, 200)), 6), "Content-Type", "image/jpeg")
	s.put("site", "text.txt", "not an image")
	webp, err := base64.StdEncoding.DecodeString(smallWebP)
	if err != nil {
		t.Fatal(err)
	}
	s.put("site", "dot.webp", string(webp), "Content-Type", "image/webp")
	var animation bytes.Buffer
	if err := gif.Encode(&animation, newTwoColorImage(40, 20), nil); err != nil {
		t.Fatal(err)
	}
	s.put("site", "a.gif", animation.String(), "Content-Type", "image/gif")
	for _, tt := range []struct {
		name, file, query string
		width, height     int
		mime, header      string
	}{
		{"cover crops the sides", "wide.jpg", "width=50&height=50", 50, 50, "image/jpeg", "height:50,width:50,resizing_type:fill"},
		{"contain doesn't crop", "wide.jpg", "width=50&height=50&resize=contain", 50, 25, "image/jpeg", "height:50,width:50,resizing_type:fit"},
		{"fill stretches", "wide.jpg", "width=50&height=50&resize=fill", 50, 50, "image/jpeg", "height:50,width:50,resizing_type:force"},
		{"only a width keeps the ratio", "wide.jpg", "width=100", 100, 50, "image/jpeg", "width:100,resizing_type:fill"},
		{"only a height keeps the ratio", "wide.jpg", "height=100&quality=60", 200, 100, "image/jpeg", "height:100,resizing_type:fill,quality:60"},
		{"contain doesn't enlarge", "wide.jpg", "width=1000&height=1000&resize=contain", 400, 200, "image/jpeg", "height:1000,width:1000,resizing_type:fit"},
		{"cover doesn't enlarge", "wide.jpg", "width=1000&height=100", 400, 100, "image/jpeg", "height:100,width:1000,resizing_type:fill"},
		{"a side is limited", "wide.jpg", "width=99999", 400, 200, "image/jpeg", "width:2000,resizing_type:fill"},
		{"no parameters", "wide.jpg", "", 400, 200, "image/jpeg", ""},
		{"at least one pixel", "wide.jpg", "width=1", 1, 1, "image/jpeg", "width:1,resizing_type:fill"},
		{"PNG remains PNG", "wide.png", "width=33", 33, 17, "image/png", "width:33,resizing_type:fill"},
		{"first image of a GIF", "a.gif", "width=20", 20, 10, "image/png", "width:20,resizing_type:fill"},
		{"WebP becomes JPEG", "dot.webp", "width=20", 1, 1, "image/jpeg", "width:20,resizing_type:fill"},
		{"an image is rotated upright", "phone.jpg", "width=50", 50, 100, "image/jpeg", "width:50,resizing_type:fill"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.send("", "GET", "/render/image/public/site/"+tt.file+"?"+tt.query, nil).want(t, 200)
			if got.header.Get("Content-Type") != tt.mime || got.header.Get("X-Transformations") != tt.header {
				t.Errorf("got %q, %q", got.header.Get("Content-Type"), got.header.Get("X-Transformations"))
			}
			picture, _, err := image.Decode(strings.NewReader(got.body))
			if err != nil {
				t.Fatal(err)
			}
			if size := picture.Bounds().Size(); size != image.Pt(tt.width, tt.height) {
				t.Errorf("got size %v", size)
			}
		})
	}
	for _, query := range []string{"width=x", "width=-1", "quality=10", "quality=101", "resize=melt", "format=bmp"} {
		s.send("", "GET", "/render/image/public/site/wide.jpg?"+query, nil).wantError(t, "400", "InvalidRequest")
	}
	s.send("", "GET", "/render/image/public/site/text.txt?width=10", nil).wantError(t, "422", "InvalidRequest")
	first := s.send("", "GET", "/render/image/public/site/wide.jpg?width=10&download=x.jpg", nil)
	if first.header.Get("Cache-Control") != "max-age=60" || first.header.Get("Content-Disposition") == "" {
		t.Errorf("got headers %v", first.header)
	}
	s.send("", "GET", "/render/image/public/site/wide.jpg?width=10", nil, "If-None-Match", first.header.Get("ETag")).want(t, 304)
}

func TestRenderedColorPositions(t *testing.T) {
	s := newServer(t)
	plain := encodeJPEG(t, newTwoColorImage(400, 200))
	for orientation, want := range map[byte]string{1: "red left", 2: "blue left", 3: "blue left", 4: "red left", 5: "red top", 6: "red top", 7: "blue top", 8: "blue top"} {
		for _, size := range []string{"width=40", "width=200", "width=40&height=40"} {
			s.put("site", "p.jpg", addOrientation(plain, orientation), "Content-Type", "image/jpeg", "X-Upsert", "true")
			got := s.send("", "GET", "/render/image/public/site/p.jpg?"+size, nil).want(t, 200)
			picture, err := jpeg.Decode(strings.NewReader(got.body))
			if err != nil {
				t.Fatal(err)
			}
			wantColor, side, _ := strings.Cut(want, " ")
			near, far := image.Pt(2, picture.Bounds().Dy()/2), image.Pt(picture.Bounds().Dx()-3, picture.Bounds().Dy()/2)
			if side == "top" {
				near, far = image.Pt(picture.Bounds().Dx()/2, 2), image.Pt(picture.Bounds().Dx()/2, picture.Bounds().Dy()-3)
			}
			if isRed(picture.At(near.X, near.Y)) != (wantColor == "red") || isRed(picture.At(far.X, far.Y)) == (wantColor == "red") {
				t.Errorf("orientation %d, %s: want %s", orientation, size, want)
			}
		}
	}
}

func isRed(c color.Color) bool {
	r, _, b, _ := c.RGBA()
	return r > b
}

func TestRenderByRole(t *testing.T) {
	s := newServer(t)
	s.put("docs", "shared/a.jpg", encodeJPEG(t, newTwoColorImage(40, 20)), "Content-Type", "image/jpeg")
	s.send("bob", "GET", "/render/image/authenticated/docs/shared/a.jpg?width=10", nil).want(t, 200)
	s.send("anon", "GET", "/render/image/authenticated/docs/shared/a.jpg?width=10", nil).wantError(t, "404", "NoSuchKey")
	s.send("", "GET", "/render/image/authenticated/docs/shared/a.jpg?width=10", nil).wantError(t, "403", "AccessDenied")
	s.send("service", "GET", "/render/image/public/docs/shared/a.jpg?width=10", nil).wantError(t, "404", "NoSuchBucket")

	signedURL := s.signedURL(t, "bob", "shared/a.jpg", map[string]any{"expiresIn": 60, "transform": map[string]any{"width": 10, "height": 10, "quality": 60}})
	if !strings.HasPrefix(signedURL, "/render/image/sign/docs/shared/a.jpg?token=") {
		t.Fatalf("got %s", signedURL)
	}
	got := s.send("", "GET", signedURL, nil).want(t, 200)
	if got.header.Get("X-Transformations") != "height:10,width:10,resizing_type:fill,quality:60" || got.header.Get("Expires") == "" {
		t.Errorf("got headers %v", got.header)
	}
	// The token for a rendered image must not be valid for the original.
	s.send("", "GET", strings.Replace(signedURL, "/render/image/sign/", "/object/sign/", 1), nil).wantError(t, "400", "InvalidSignature")
	s.send("bob", "POST", "/object/sign/docs/shared/a.jpg", map[string]any{"expiresIn": 60, "transform": map[string]any{"width": -1}}).wantError(t, "400", "InvalidRequest")
}

func TestImagesOverMemoryLimitAreRejected(t *testing.T) {
	s := newServer(t, func(o *Options) { o.ImagePixels = 400 * 200 })
	s.put("site", "fits.png", encodePNG(t, newTwoColorImage(400, 200)), "Content-Type", "image/png")
	s.put("site", "large.png", encodePNG(t, newTwoColorImage(401, 200)), "Content-Type", "image/png")
	s.send("", "GET", "/render/image/public/site/large.png?width=10", nil).wantError(t, "422", "InvalidRequest").want(t, 400, "too big")
	var wg sync.WaitGroup
	for range 6 { // more than fit into the limit at once
		wg.Go(func() { s.send("", "GET", "/render/image/public/site/fits.png?width=10", nil).want(t, 200) })
	}
	wg.Wait()
}

func TestOrientationOfBrokenFiles(t *testing.T) {
	whole := addOrientation(encodeJPEG(t, newTwoColorImage(8, 8)), 6)
	if got := readOrientation(strings.NewReader(whole)); got != 6 {
		t.Fatalf("complete file: got orientation %d", got)
	}
	for end := range 60 {
		if got := readOrientation(strings.NewReader(whole[:end])); got != 1 && end < 32 {
			t.Errorf("%d bytes: got orientation %d", end, got)
		}
	}
	for _, tiff := range []string{"", "MM", "MM\x00\x2a\xff\xff\xff\xff", "II\x2a\x00\x08\x00\x00\x00\xff\xff", "MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x63\x00\x00"} {
		if got := parseExifOrientation([]byte(tiff)); got != 1 {
			t.Errorf("%q: got orientation %d", tiff, got)
		}
	}
}
