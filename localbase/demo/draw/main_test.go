package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

func TestDocumentsAreCurrent(t *testing.T) {
	products, err := readProducts("../data/products.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range buildDocuments(products) {
		stored, err := os.ReadFile(filepath.Join("../files/documents", name))
		if err != nil || !bytes.Equal(stored, content) {
			t.Errorf("%s differs from the current drawing code or product data (%v); run go generate ./localbase/demo", name, err)
		}
	}
}

func TestLabelNameHasOnlyLettersOfTheTypeface(t *testing.T) {
	for name, want := range map[string]string{
		"Nariño": "Nariño", "حراز (Haraaz)": "Haraaz", "云南 Yunnan": "Yunnan", "Winter light ❄": "Winter light", "Huehuetenango, washed": "Huehuetenango, washed",
	} {
		if got := labelName(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestPDFObjectTable(t *testing.T) {
	document := buildContract(`Café (north) \ "Søren"`)
	start := regexp.MustCompile(`startxref\n(\d+)\n`).FindSubmatch(document)
	offset, _ := strconv.Atoi(string(start[1]))
	if !bytes.HasPrefix(document[offset:], []byte("xref\n")) {
		t.Error("startxref doesn't point at the object table")
	}
	offsets := regexp.MustCompile(`(\d{10}) 00000 n `).FindAllSubmatch(document, -1)
	if len(offsets) != 6 {
		t.Fatalf("%d objects, want 6", len(offsets))
	}
	for i, match := range offsets {
		offset, _ := strconv.Atoi(string(match[1]))
		if !bytes.HasPrefix(document[offset:], []byte(strconv.Itoa(i+1)+" 0 obj\n")) {
			t.Errorf("object %d is not at the offset in the table", i+1)
		}
	}
	if !bytes.Contains(document, []byte(`Caf`+"\xe9"+` \(north\) \\ "S`+"\xf8"+`ren"`)) {
		t.Error("text isn't escaped or not in Windows-1252")
	}
}
