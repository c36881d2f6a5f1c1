package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
)

// buildDocuments returns the documents by their name in the bucket "documents". Guides and notes
// are plain text files that are edited manually.
func buildDocuments(products []product) map[string][]byte {
	return map[string][]byte{
		"price-lists/price-list.pdf":        buildPriceListPDF(products),
		"price-lists/price-list.csv":        buildPriceListCSV(products),
		"contracts/Lighthouse Deli.pdf":     buildContract("Lighthouse Deli"),
		"contracts/Harbour Office Park.pdf": buildContract("Harbour Office Park"),
	}
}

// buildPriceListCSV returns the CSV file of the active products.
func buildPriceListCSV(products []product) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write([]string{"sku", "name", "roast", "origin", "weight_g", "price_eur"}) // a buffer returns no errors
	for _, p := range products {
		if p["active"] == "true" {
			_ = w.Write([]string{p["sku"], p["name"], p["roast"], p["origin"], p["weight_g"], p["price"]})
		}
	}
	w.Flush()
	return out.Bytes()
}

// buildPriceListPDF returns the PDF file of the active products.
func buildPriceListPDF(products []product) []byte {
	lines := []string{"All prices in euros per bag, without VAT. Free delivery from 300 euros.", ""}
	for _, p := range products {
		if p["active"] == "true" {
			lines = append(lines, fmt.Sprintf("%-11s %-26s %-13s %6s g  %7s", p["sku"], labelName(p["name"]), p["roast"], p["weight_g"], p["price"]))
		}
	}
	return encodePDF("Price list", lines)
}

// buildContract returns the PDF file of a supply agreement.
func buildContract(customer string) []byte {
	return encodePDF("Supply agreement", []string{
		"between Harbour Roasters, Kajen 4, Malmö, and " + customer, "",
		"1. The customer orders at least 24 bags a month for twelve months.",
		"2. Harbour Roasters delivers within ten working days, roasted to order.",
		"3. Prices are those of the price list on the day of the order, less 6 %.",
		"4. Invoices are due after 30 days.",
		"5. Either party can end this agreement with three months' notice.", "",
		"Malmö, 15 September 2025", "", "Ada Lindqvist",
	})
}

// encodePDF returns a document of one page (PDF 32000-1:2008): the title in Helvetica, the
// lines in Courier. These standard fonts have only the letters of Windows-1252.
func encodePDF(title string, lines []string) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, "BT /F1 10 Tf 56 800 Td 0.55 0.2 0.12 rg (%s) Tj ET\n", encodePDFText("HARBOUR ROASTERS"))
	fmt.Fprintf(&page, "BT /F1 20 Tf 56 770 Td 0.1 0.1 0.1 rg (%s) Tj ET\n", encodePDFText(title))
	fmt.Fprint(&page, "BT /F2 9.5 Tf 56 738 Td 14 TL\n")
	for _, line := range lines {
		fmt.Fprintf(&page, "(%s) Tj T*\n", encodePDFText(line))
	}
	fmt.Fprint(&page, "ET\n")

	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", page.Len(), page.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
	}
	out := bytes.NewBufferString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	tableOffset := out.Len()
	fmt.Fprintf(out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, tableOffset)
	return out.Bytes()
}

// encodePDFText encodes the content of a PDF string: Windows-1252, in which U+00A0 to U+00FF are
// single bytes of the same number. Other letters become question marks.
func encodePDFText(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '(' || r == ')' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r < 0x80:
			out.WriteRune(r)
		case r >= 0xa0 && r <= 0xff:
			out.WriteByte(byte(r))
		default:
			out.WriteByte('?')
		}
	}
	return out.String()
}
