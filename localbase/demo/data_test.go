package demo

import (
	"io/fs"
	"path"
	"strconv"
	"testing"
)

func TestNumericColumnsContainNumbers(t *testing.T) {
	for file, columns := range map[string][]string{
		"customers": {"credit_limit"},
		"products":  {"price", "stock", "reorder_at", "weight_g", "score", "launched_days_ago"},
	} {
		records, err := readCSV(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			for _, column := range columns {
				if _, err := strconv.ParseFloat(r[column], 64); err != nil {
					t.Errorf("%s of %s: %v", column, r["name"], err)
				}
			}
			if altitude := r["altitude_m"]; altitude != "" && r.number("altitude_m") == 0 {
				t.Errorf("altitude of %s: %q", r["name"], altitude)
			}
		}
	}
	products, err := readCSV("products")
	if err != nil {
		t.Fatal(err)
	}
	if got := products[houseEspresso-1]["name"]; got != "House espresso" {
		t.Errorf("line %d of products.csv is %s, want House espresso", houseEspresso, got)
	}
}

func TestEmbeddedObjects(t *testing.T) {
	products, err := readCSV("products")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, r := range products {
		want = append(want, "files/product-photos/"+photoPath(r["sku"]))
	}
	for _, p := range people {
		want = append(want, "files/documents/"+p.avatarPath())
	}
	for _, source := range want {
		if _, err := fs.Stat(objects, source); err != nil {
			t.Errorf("%v; run go generate ./localbase/demo", err)
		}
	}

	var size int64
	err = fs.WalkDir(objects, ".", func(source string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if contentTypes[path.Ext(source)] == "" {
			t.Errorf("%s has an extension without a content type", source)
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if size > 1_500_000 {
		t.Errorf("the embedded objects have %d bytes, want at most 1.5 MB", size)
	}
}
