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

// FindSimilarRelation returns the name of the relation in the schema of missing whose name is most
// similar; "" if no name is similar enough.
func (c *Catalog) FindSimilarRelation(missing Name) string {
	var names []string
	for _, r := range c.Relations(missing.Schema) {
		names = append(names, r.Name.Name)
	}
	return findClosest(names, missing.Name, minNameScore)
}

// FindSimilarFunction returns the name of the function in the schema of missing whose name is most
// similar; "" if no name is similar enough.
func (c *Catalog) FindSimilarFunction(missing Name) string {
	var names []string
	for _, f := range c.AllFunctions(missing.Schema) {
		names = append(names, f.Name.Name)
	}
	return findClosest(names, missing.Name, minNameScore)
}

// FindSimilarParams returns the parameter list ("(a, b)") of lists that is most similar to list; ""
// if none is similar enough.
func FindSimilarParams(lists []string, list string) string {
	return findClosest(lists, list, minParamScore)
}

// FindSimilarOrigin returns the name of the relation in the schema of missing that has
// relationships and whose name is most similar; "" if no name is similar enough.
func (c *Catalog) FindSimilarOrigin(missing Name) string {
	var names []string
	for name := range c.relationships {
		if name.Schema == missing.Schema {
			names = append(names, name.Name)
		}
	}
	return findClosest(names, missing.Name, minParamScore)
}

// FindSimilarTarget returns the relation that is related to from and whose name is most similar to
// name. It returns "" if no name is similar enough, or if such a relation exists (ignoring case):
// then only the hint of the embedding (rel!hint) is wrong.
func (c *Catalog) FindSimilarTarget(from Name, name string) string {
	var names []string
	for _, r := range c.relationships[from] {
		names = append(names, r.To.Name)
	}
	best := findClosest(names, name, minParamScore)
	if strings.EqualFold(best, name) {
		return ""
	}
	return best
}

// findClosest returns the name most similar to target; "" if none reaches minScore. It uses the
// algorithm of the FuzzySet libraries: candidates share a trigram with target, or, if there are
// none, a bigram; the candidate with the smallest edit distance wins.
func findClosest(names []string, target string, minScore float64) string {
	for size := 3; size >= 2; size-- {
		want := splitNGrams(target, size)
		best, bestScore := "", 0.0
		for _, name := range names {
			if !hasOverlap(want, splitNGrams(name, size)) {
				continue
			}
			score := computeSimilarity(strings.ToLower(name), strings.ToLower(target))
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

// hasOverlap reports whether the sets have an n-gram in common.
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
