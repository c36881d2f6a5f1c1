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

// allowedLicenses are the SPDX identifiers of licenses that an Apache-2.0 binary can
// include by reproducing their texts.
var allowedLicenses = []string{"MIT", "ISC", "0BSD", "BSD-0-Clause", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "OFL-1.1", "Zlib", "Unlicense", "BlueOak-1.0.0"}

// unlicensedNotices are components that state no license anywhere, with the text that
// the notices contain instead. Each needs the owner's decision.
var unlicensedNotices = map[string]string{
	"github.com/supabase-community/storage-go": "The authors publish this module without a license: its README says that the choice is open.\n" +
		"Source: https://github.com/supabase-community/storage-go",
}

// licenseFilePattern matches the files that contain a component's license or notice.
var licenseFilePattern = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-._].*)?$`)

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

// readLicense reads the license files at the top of the component's folder.
// Without one, the license that package.json states counts, with its standard text.
func (c classifier) readLicense(of component) (license, error) {
	entries, err := os.ReadDir(of.Dir)
	if err != nil {
		return license{}, fmt.Errorf("%s %s: read its folder: %w", of.Name, of.Version, err)
	}
	var texts []string
	for _, entry := range entries {
		if entry.IsDir() || !licenseFilePattern.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(of.Dir, entry.Name()))
		if err != nil {
			return license{}, fmt.Errorf("%s %s: %w", of.Name, of.Version, err)
		}
		texts = append(texts, string(text))
	}
	if text, ok := unlicensedNotices[of.Name]; ok && len(texts) == 0 {
		return license{names: []string{"no license stated"}, text: text}, nil
	}
	if len(texts) == 0 {
		text, err := readStatedLicense(of.Dir)
		if err != nil {
			return license{}, fmt.Errorf("%s %s has no license file in %s, and %w", of.Name, of.Version, of.Dir, err)
		}
		texts = append(texts, text)
	}
	text := strings.Join(texts, "\n")
	names := c.identifyLicenses(text)
	if len(names) == 0 {
		return license{}, fmt.Errorf("%s %s has an unknown license, in %s", of.Name, of.Version, of.Dir)
	}
	for _, name := range names {
		if !slices.Contains(allowedLicenses, name) {
			return license{}, fmt.Errorf("%s %s has the license %s, which is not allowed", of.Name, of.Version, name)
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

// readStatedLicense returns author and standard text of the license that a
// package.json names.
func readStatedLicense(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", fmt.Errorf("states none in package.json: %w", err)
	}
	var stated struct{ License, Author string }
	if err := json.Unmarshal(text, &stated); err != nil {
		return "", fmt.Errorf("its package.json can't be parsed: %w", err)
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
