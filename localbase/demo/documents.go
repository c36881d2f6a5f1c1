package demo

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"time"
)

const brewingGuide = `Brewing guide
=============

Filter        60 g of coffee to 1 l of water at 93 °C, medium grind, 3 to 4 minutes.
French press  65 g to 1 l at 95 °C, coarse grind, 4 minutes, then press slowly.
Espresso      18 g in, 38 g out, 93 °C, 9 bar, 26 to 30 seconds.
Cold brew     80 g to 1 l of cold water, coarse grind, 16 hours in the fridge.

Keep the bag closed, dry and dark. The coffee is at its best from the 7th day after
roasting to the 40th. Grind right before brewing.

Questions? Call Mika at the roastery, or come by: the kettle is on.
`

// buildPriceListCSV is what customers put into their own system.
func buildPriceListCSV(products []record) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write([]string{"sku", "name", "roast", "origin", "weight_g", "price_eur"}) // a buffer takes everything
	for _, r := range products {
		if r["active"] == "true" {
			_ = w.Write([]string{r["sku"], r["name"], r["roast"], r["origin"], r["weight_g"], r["price"]})
		}
	}
	w.Flush()
	return out.Bytes()
}

// buildPriceListPDF is the same on paper.
func buildPriceListPDF(products []record, now time.Time) []byte {
	lines := []string{"All prices in euros per bag, without VAT, free to your door from 300 euros.", ""}
	for _, r := range products {
		if r["active"] == "true" {
			lines = append(lines, fmt.Sprintf("%-11s %-26s %-13s %6s g  %7s", r["sku"], labelName(r["name"]), r["roast"], r["weight_g"], r["price"]))
		}
	}
	return encodePDF("Price list, "+now.Format("January 2006"), lines)
}

func buildContractPDF(customer string, now time.Time) []byte {
	return encodePDF("Supply agreement", []string{
		"between Harbour Roasters, Kajen 4, Malmö, and " + customer, "",
		"1. The customer orders at least 24 bags a month for twelve months.",
		"2. Harbour Roasters delivers within ten working days, roasted to order.",
		"3. Prices are those of the price list on the day of the order, less 6 %.",
		"4. Invoices are due after 30 days.",
		"5. Either side may end this agreement with three months' notice.", "",
		"Malmö, " + now.AddDate(-1, -2, 0).Format("2 January 2006"), "", "Ada Lindqvist",
	})
}

// encodePDF is a document of one page (PDF 32000-1:2008): a title in Helvetica, lines
// in Courier. Only letters of Windows-1252 are in those fonts.
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
	start := out.Len()
	fmt.Fprintf(out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return out.Bytes()
}

// encodePDFText is a string's inside, in Windows-1252, which has U+00A0 to U+00FF as they are.
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
