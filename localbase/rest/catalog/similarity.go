package catalog

import (
	"strings"
	"unicode"
)

// Minimum similarity of a suggestion.
const (
	minNameScore  = 0.75
	minParamScore = 0.33
)

// FindSimilarRelation returns the most similar name of a relation in the schema, or "".
func (c *Catalog) FindSimilarRelation(wrong Name) string {
	var names []string
	for _, r := range c.Relations(wrong.Schema) {
		names = append(names, r.Name.Name)
	}
	return findClosest(names, wrong.Name, minNameScore)
}

// FindSimilarFunction returns the most similar name of a function in the schema, or "".
func (c *Catalog) FindSimilarFunction(wrong Name) string {
	var names []string
	for _, f := range c.AllFunctions(wrong.Schema) {
		names = append(names, f.Name.Name)
	}
	return findClosest(names, wrong.Name, minNameScore)
}

// FindSimilarParams returns the most similar parameter list ("(a, b)"), or "".
func FindSimilarParams(lists []string, wrong string) string {
	return findClosest(lists, wrong, minParamScore)
}

// FindSimilarOrigin returns the most similar name of a relation that has relationships, or "".
func (c *Catalog) FindSimilarOrigin(wrong Name) string {
	var names []string
	for name := range c.relationships {
		if name.Schema == wrong.Schema {
			names = append(names, name.Name)
		}
	}
	return findClosest(names, wrong.Name, minParamScore)
}

// FindSimilarTarget returns the most similar name of a relation related to from. It returns "" if
// there is none, or if the name itself is correct and only the hint was wrong.
func (c *Catalog) FindSimilarTarget(from Name, wrong string) string {
	var names []string
	for _, r := range c.relationships[from] {
		names = append(names, r.To.Name)
	}
	best := findClosest(names, wrong, minParamScore)
	if strings.EqualFold(best, wrong) {
		return ""
	}
	return best
}

// findClosest returns the name most similar to wrong, with the algorithm of the FuzzySet libraries:
// candidates share a trigram with wrong, or else a bigram; the candidate with the smallest edit
// distance wins.
func findClosest(names []string, wrong string, minScore float64) string {
	for size := 3; size >= 2; size-- {
		want := splitNGrams(wrong, size)
		best, bestScore := "", 0.0
		for _, name := range names {
			if !hasOverlap(want, splitNGrams(name, size)) {
				continue
			}
			score := computeSimilarity(strings.ToLower(name), strings.ToLower(wrong))
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

// splitNGrams returns the n-grams of "-text-" with size letters each.
func splitNGrams(text string, size int) map[string]bool {
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

func hasOverlap(a, b map[string]bool) bool {
	for gram := range a {
		if b[gram] {
			return true
		}
	}
	return false
}

// computeSimilarity returns 1 minus the edit distance divided by the greater length.
func computeSimilarity(a, b string) float64 {
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
