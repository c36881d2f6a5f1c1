package catalog

import (
	"strings"
	"unicode"
)

// The scores from which a name counts as similar.
const (
	minNameScore  = 0.75
	minParamScore = 0.33
)

// SimilarRelation is the relation of the schema whose name is closest to a
// wrong one, or "".
func (c *Catalog) SimilarRelation(wrong Name) string {
	var names []string
	for _, r := range c.Relations(wrong.Schema) {
		names = append(names, r.Name.Name)
	}
	return closest(names, wrong.Name, minNameScore)
}

// SimilarFunction is the function of the schema whose name is closest to a
// wrong one, or "".
func (c *Catalog) SimilarFunction(wrong Name) string {
	var names []string
	for _, f := range c.AllFunctions(wrong.Schema) {
		names = append(names, f.Name.Name)
	}
	return closest(names, wrong.Name, minNameScore)
}

// SimilarParams is the parameter list closest to a wrong one ("(a, b)"), or "".
func SimilarParams(lists []string, wrong string) string {
	return closest(lists, wrong, minParamScore)
}

// SimilarOrigin is the relation with relationships whose name is closest to a
// wrong one, or "".
func (c *Catalog) SimilarOrigin(wrong Name) string {
	var names []string
	for name := range c.rels {
		if name.Schema == wrong.Schema {
			names = append(names, name.Name)
		}
	}
	return closest(names, wrong.Name, minParamScore)
}

// SimilarTarget is the relation related to from whose name is closest to a
// wrong one, or "" (also when the name is right, and the hint was wrong).
func (c *Catalog) SimilarTarget(from Name, wrong string) string {
	var names []string
	for _, r := range c.rels[from] {
		names = append(names, r.To.Name)
	}
	best := closest(names, wrong, minParamScore)
	if strings.EqualFold(best, wrong) {
		return ""
	}
	return best
}

// closest finds the name most similar to wrong, the way the FuzzySet libraries
// do it: candidates share letter groups of three, else of two; among them the
// edit distance decides.
func closest(names []string, wrong string, minScore float64) string {
	for size := 3; size >= 2; size-- {
		want := grams(wrong, size)
		best, bestScore := "", 0.0
		for _, name := range names {
			if !overlap(want, grams(name, size)) {
				continue
			}
			score := similarity(strings.ToLower(name), strings.ToLower(wrong))
			if score >= minScore && (score > bestScore || score == bestScore && name < best) {
				best, bestScore = name, score
			}
		}
		if best != "" {
			return best
		}
	}
	return ""
}

// grams are the groups of size letters of "-text-".
func grams(text string, size int) map[string]bool {
	letters := []rune{'-'}
	for _, r := range strings.ToLower(text) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' || r == ',' || r == '_' {
			letters = append(letters, r)
		}
	}
	letters = append(letters, '-')
	for len(letters) < size {
		letters = append(letters, '-')
	}
	found := map[string]bool{}
	for i := 0; i+size <= len(letters); i++ {
		found[string(letters[i:i+size])] = true
	}
	return found
}

func overlap(a, b map[string]bool) bool {
	for gram := range a {
		if b[gram] {
			return true
		}
	}
	return false
}

// similarity is 1 minus the edit distance over the longer length.
func similarity(a, b string) float64 {
	ra, rb := []rune(a), []rune(b)
	longest := max(len(ra), len(rb))
	if longest == 0 {
		return 1
	}
	row := make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range ra {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range rb {
			cost := diagonal
			if x != y {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return 1 - float64(row[len(rb)])/float64(longest)
}
