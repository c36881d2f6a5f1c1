package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	licenseclassifier "github.com/google/licenseclassifier/v2"
	"github.com/google/licenseclassifier/v2/assets"
)

// allowedLicenses contains the SPDX identifiers of the licenses that an Apache-2.0 binary can
// include if it reproduces their texts.
var allowedLicenses = []string{"MIT", "ISC", "0BSD", "BSD-0-Clause", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "OFL-1.1", "Zlib", "Unlicense", "BlueOak-1.0.0"}

// unlicensedNotices maps components without a license to the text for the notices. Each entry
// requires a decision of the project's owner.
var unlicensedNotices = map[string]string{
	"github.com/supabase-community/storage-go": "The authors publish this module without a license: its README says that the choice is open.\n" +
		"Source: https://github.com/supabase-community/storage-go",
}

// licenseFilePattern matches the names of license and notice files.
var licenseFilePattern = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-._].*)?$`)

// license is the license of a component.
type license struct {
	names []string // SPDX identifiers, sorted
	text  string
}

type classifier struct{ *licenseclassifier.Classifier }

func newClassifier() (classifier, error) {
	c, err := assets.DefaultClassifier()
	if err != nil {
		return classifier{}, fmt.Errorf("load the license texts: %w", err)
	}
	return classifier{c}, nil
}

// readLicense reads the license files in the component's folder. If there is none, it uses the
// standard text of the license in package.json. It returns an error for a missing, unknown or not
// allowed license.
func (c classifier) readLicense(comp component) (license, error) {
	entries, err := os.ReadDir(comp.Dir)
	if err != nil {
		return license{}, fmt.Errorf("%s %s: read its folder: %w", comp.Name, comp.Version, err)
	}
	var texts []string
	for _, entry := range entries {
		if entry.IsDir() || !licenseFilePattern.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(comp.Dir, entry.Name()))
		if err != nil {
			return license{}, fmt.Errorf("%s %s: %w", comp.Name, comp.Version, err)
		}
		texts = append(texts, string(text))
	}
	if text, ok := unlicensedNotices[comp.Name]; ok && len(texts) == 0 {
		return license{names: []string{"no license stated"}, text: text}, nil
	}
	if len(texts) == 0 {
		text, err := readStatedLicense(comp.Dir)
		if err != nil {
			return license{}, fmt.Errorf("%s %s has no license file in %s: %w", comp.Name, comp.Version, comp.Dir, err)
		}
		texts = append(texts, text)
	}
	text := strings.Join(texts, "\n")
	names := c.identifyLicenses(text)
	if len(names) == 0 {
		return license{}, fmt.Errorf("%s %s has an unknown license, in %s", comp.Name, comp.Version, comp.Dir)
	}
	for _, name := range names {
		if !slices.Contains(allowedLicenses, name) {
			return license{}, fmt.Errorf("%s %s has the license %s, which is not allowed", comp.Name, comp.Version, name)
		}
	}
	return license{names: names, text: text}, nil
}

// identifyLicenses returns the SPDX identifiers of the licenses that a text contains.
func (c classifier) identifyLicenses(text string) []string {
	var names []string
	for _, match := range c.Match([]byte(text)).Matches {
		if match.MatchType == "License" && !slices.Contains(names, match.Name) {
			names = append(names, match.Name)
		}
	}
	slices.Sort(names)
	return names
}

// readStatedLicense returns the author and the standard text of the license in package.json.
func readStatedLicense(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", fmt.Errorf("read package.json: %w", err)
	}
	var stated struct{ License, Author string }
	if err := json.Unmarshal(text, &stated); err != nil {
		return "", fmt.Errorf("parse package.json: %w", err)
	}
	standard, err := assets.ReadLicenseFile("License/" + stated.License + "/license.txt")
	if err != nil {
		standard, err = assets.ReadLicenseFile("License/" + stated.License + "/pristine.txt")
	}
	if err != nil {
		return "", fmt.Errorf("the license %q in its package.json is unknown", stated.License)
	}
	return fmt.Sprintf("Author: %s\nLicense, as stated in package.json: %s\n\n%s", stated.Author, stated.License, standard), nil
}
