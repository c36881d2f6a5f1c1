package demo

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"
	"time"
)

func TestNumbersInTheDataAreNumbers(t *testing.T) {
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

func TestLabelNameHasOnlyLettersOfTheTypeface(t *testing.T) {
	for name, want := range map[string]string{
		"Nariño": "Nariño", "حراز (Haraaz)": "Haraaz", "云南 Yunnan": "Yunnan", "Winter light ❄": "Winter light", "Huehuetenango, washed": "Huehuetenango, washed",
	} {
		if got := labelName(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestPDFsTableOfObjectsIsRight(t *testing.T) {
	document := buildContractPDF(`Café (north) \ "Søren"`, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
	start := regexp.MustCompile(`startxref\n(\d+)\n`).FindSubmatch(document)
	at, _ := strconv.Atoi(string(start[1]))
	if !bytes.HasPrefix(document[at:], []byte("xref\n")) {
		t.Error("startxref doesn't point at the table")
	}
	offsets := regexp.MustCompile(`(\d{10}) 00000 n `).FindAllSubmatch(document, -1)
	if len(offsets) != 6 {
		t.Fatalf("%d objects, want 6", len(offsets))
	}
	for i, offset := range offsets {
		at, _ := strconv.Atoi(string(offset[1]))
		if !bytes.HasPrefix(document[at:], []byte(strconv.Itoa(i+1)+" 0 obj\n")) {
			t.Errorf("object %d isn't where the table says", i+1)
		}
	}
	if !bytes.Contains(document, []byte(`Caf`+"\xe9"+` \(north\) \\ "S`+"\xf8"+`ren"`)) {
		t.Error("text isn't escaped or not in Windows-1252")
	}
}
