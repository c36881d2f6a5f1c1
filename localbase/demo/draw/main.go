// Command draw writes the demo's pictures and documents: the objects below files/ and
// the delivery photos in proofs/. Package demo embeds them, so that loading the demo
// draws nothing. After a change of this folder or of data/products.csv, run
//
//	go generate ./localbase/demo
package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "draw:", err)
		os.Exit(1)
	}
}

// proofCount is the number of delivery photos. The demo uses each of them for several orders.
const proofCount = 6

// avatarNames are the file names of the avatars: the local parts of the email addresses in
// demo's people. The position selects the colors.
var avatarNames = []string{"owner", "staff", "viewer", "mika", "leila", "tomasz", "haruka", "nuno"}

// run writes all files into the folder of package demo.
func run(demoDir string) error {
	products, err := readProducts(filepath.Join(demoDir, "data", "products.csv"))
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for i, product := range products {
		if files["files/product-photos/coffee/"+product["sku"]+".jpg"], err = encodeJPEG(drawBag(i, product)); err != nil {
			return err
		}
	}
	for i, name := range avatarNames {
		if files["files/documents/people/"+name+".png"], err = encodePNG(drawAvatar(i)); err != nil {
			return err
		}
	}
	for i := range proofCount {
		if files[fmt.Sprintf("proofs/%d.jpg", i+1)], err = encodeJPEG(drawProof(i)); err != nil {
			return err
		}
	}
	for name, content := range buildDocuments(products) {
		files["files/documents/"+name] = content
	}
	for name, content := range files {
		path := filepath.Join(demoDir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// product is a row of products.csv, by column name.
type product map[string]string

// readProducts reads products.csv.
func readProducts(path string) ([]product, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var products []product
	for _, line := range lines[1:] {
		p := product{}
		for i, column := range lines[0] {
			p[column] = line[i]
		}
		products = append(products, p)
	}
	return products, nil
}

// encodeJPEG encodes with a quality at which flat colors show no artifacts at the size of
// the gallery, and all files together have less than 1.5 MB.
func encodeJPEG(c *canvas) ([]byte, error) {
	var out bytes.Buffer
	err := jpeg.Encode(&out, c.RGBA, &jpeg.Options{Quality: 80})
	return out.Bytes(), err
}

// encodePNG returns the drawing as a PNG file.
func encodePNG(c *canvas) ([]byte, error) {
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, c.RGBA)
	return out.Bytes(), err
}
