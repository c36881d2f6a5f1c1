package schema

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainNamePattern matches names of letters and digits, of any script, with underscores.
// Other names, for example names with spaces, are displayed unchanged.
var plainNamePattern = regexp.MustCompile(`^\p{L}[\p{L}\p{M}\p{N}]*(_[\p{L}\p{M}\p{N}]+)*$`)

// joinTablePattern matches the names that Prisma gives the tables of its many-to-many relations: "_PostToTag".
var joinTablePattern = regexp.MustCompile(`^_\p{Lu}`)

// acronyms are the words of names that are displayed in upper case.
var acronyms = strings.Fields("api bic csv cpu ean eu eur faq gbp gps gtin hr html http https iban id ids ip isbn json " +
	"pdf php qr sku sms sql ssn ssh tv uk uri url usa usb usd utc uuid vat vpn xml")

// FormatTitle returns the tag @title, or the name as words: "due_on" is "Due on",
// "order_id" is "Order ID", "NumberOfNeutrons" is "Number of neutrons".
func FormatTitle(tags Tags, name string) string {
	if t := tags["title"]; t != "" {
		return t
	}
	if joinTablePattern.MatchString(name) {
		name = strings.TrimPrefix(name, "_")
	}
	if !plainNamePattern.MatchString(name) {
		return name
	}
	words := splitName(name)
	first, size := utf8.DecodeRuneInString(words[0])
	if len(words[0]) == size && len(words) > 1 && name == strings.Join(words, "") && unicode.IsLower(first) {
		return name // iPhone, eBay
	}
	for i, word := range words {
		words[i] = formatWord(word, i, len(words))
	}
	first, size = utf8.DecodeRuneInString(words[0])
	words[0] = string(unicode.ToUpper(first)) + words[0][size:]
	return strings.Join(words, " ")
}

// viewPrefixPattern matches the start of names that only states that they are views.
var viewPrefixPattern = regexp.MustCompile(`(?i)^(mv|mview|matview|v|vw|view)_+`)

// formatTableTitle returns the title of a relation as FormatTitle does. The names of views are without a prefix
// such as in vw_sales or mv_sales. relKind is pg_class.relkind.
func formatTableTitle(tags Tags, name, relKind string) string {
	if relKind == "v" || relKind == "m" {
		name = cmp.Or(viewPrefixPattern.ReplaceAllString(name, ""), name)
	}
	return FormatTitle(tags, name)
}

// formatWord returns the word at index of a title of count words: in upper case if it is an acronym,
// otherwise in lower case. "us" is an acronym except as the last word, as in "contact us".
func formatWord(word string, index, count int) string {
	lower := strings.ToLower(word)
	switch {
	case lower == "ids":
		return "IDs"
	case slices.Contains(acronyms, lower), lower == "us" && index < count-1:
		return strings.ToUpper(word)
	case word == strings.ToUpper(word) && utf8.RuneCountInString(word) > 1 && utf8.RuneCountInString(word) <= 4:
		return word // an acronym that is not in the list, as in "GDPRConsent"
	default:
		return lower
	}
}

// splitName splits a name into words, at underscores and where a capital letter begins a
// word: "PDFFile" is "PDF" and "File". If all letters are capital, only underscores
// separate, and the words are in lower case.
func splitName(name string) []string {
	if strings.Contains(name, "_") && name == strings.ToUpper(name) {
		name = strings.ToLower(name)
	}
	var words []string
	for part := range strings.SplitSeq(name, "_") {
		letters, start := []rune(part), 0
		for i := 1; i < len(letters); i++ {
			if unicode.IsUpper(letters[i]) && (!unicode.IsUpper(letters[i-1]) || startsWord(letters[i:])) {
				words = append(words, string(letters[start:i]))
				start = i
			}
		}
		words = append(words, string(letters[start:]))
	}
	return words
}

// startsWord reports whether a text that follows a capital letter starts with a
// capitalized word, not with the rest of an acronym such as the "Ds" of "IDs".
func startsWord(text []rune) bool {
	return len(text) > 1 && !unicode.IsUpper(text[1]) && !(string(text[1:]) == "s" || unicode.IsDigit(text[1]))
}

// idSuffixPattern matches the last word of a title that shows that the values are keys.
var idSuffixPattern = regexp.MustCompile(`(?i)[ _]+(id|no|nr|num|number|code|key|fk|uuid|guid)$`)

// jsonSuffixPattern matches the last word of a title that only states the type of the values.
var jsonSuffixPattern = regexp.MustCompile(`(?i)[ _]+jsonb?$`)

// ShortenReferenceTitle removes the last word of a title if it means a key, such as ID.
func ShortenReferenceTitle(title string) string {
	return idSuffixPattern.ReplaceAllString(title, "")
}

// lowerKeyPattern matches names in lower case, without separators, that end with a word for keys.
var lowerKeyPattern = regexp.MustCompile(`^(\p{Ll}{2,})(?:id|no|nr|num|number|code|key|fk|uuid|guid)$`)

// shortenLowerName returns "Country" for the column countrycode that references the table country or
// countries: the names of the two show where the word ends. It returns "" for other names.
func shortenLowerName(column, refTable string) string {
	parts := lowerKeyPattern.FindStringSubmatch(column)
	if parts == nil {
		return ""
	}
	noun := parts[1]
	plurals := []string{noun, noun + "s", noun + "es", strings.TrimSuffix(noun, "y") + "ies"}
	for _, word := range append(splitName(refTable), refTable) {
		if slices.Contains(plurals, strings.ToLower(word)) {
			return FormatTitle(nil, noun)
		}
	}
	return ""
}

// setJoinColumnTitles sets the titles of the columns A and B of a Prisma join table to those of the
// referenced tables, unless both are the same.
func setJoinColumnTitles(t Table, tables []Table) {
	if !joinTablePattern.MatchString(t.Name) || len(t.Columns) != 2 || len(t.ForeignKeys) != 2 {
		return
	}
	titles := make([]string, 2)
	for i, c := range t.Columns {
		for _, k := range t.ForeignKeys {
			target := slices.IndexFunc(tables, func(r Table) bool { return r.Schema == k.RefSchema && r.Name == k.RefTable })
			if c.Name == "AB"[i:i+1] && slices.Equal(k.Columns, []string{c.Name}) && target >= 0 {
				titles[i] = tables[target].Title
			}
		}
	}
	if titles[0] == titles[1] {
		return
	}
	for i, title := range titles {
		if title != "" && t.Columns[i].Tags["title"] == "" {
			t.Columns[i].Title = title
		}
	}
}

// shortenColumnTitles removes the word ID, or No and Code, from the titles of columns that show the
// title of another row: "employee_id" is "Employee" if it references a table that the user can
// read, and "countrycode" is "Country" if that table is country. "user_id" is "User" if it references
// auth.users and a table describes the accounts, because the app shows their names. It also removes the word JSON from the titles
// of columns with JSON: "email_jsonb" is "Email". A column with the tag @title, and a
// column whose short title another column of the table has, keep their titles.
func shortenColumnTitles(tables []Table) {
	type name struct{ schema, table string }
	readable := map[name]bool{}
	for _, t := range tables {
		readable[name{t.Schema, t.Name}] = t.Privileges.Select
	}
	hasAccounts := slices.ContainsFunc(tables, func(t Table) bool { return t.Privileges.Select && describesAccounts(t) })
	for _, t := range tables {
		setJoinColumnTitles(t, tables)
		showsAccounts := hasAccounts && !describesAccounts(t)
		titles := map[string]bool{}
		for _, c := range t.Columns {
			titles[strings.ToLower(c.Title)] = true
		}
		for i := range t.Columns {
			c := &t.Columns[i]
			key := slices.IndexFunc(t.ForeignKeys, func(k ForeignKey) bool {
				return len(k.Columns) == 1 && k.Columns[0] == c.Name &&
					(readable[name{k.RefSchema, k.RefTable}] || showsAccounts && isAccountKey(k))
			})
			short := ""
			switch {
			case c.Tags["title"] != "":
			case c.Kind == JSON:
				short = jsonSuffixPattern.ReplaceAllString(c.Title, "")
			case key >= 0:
				short = cmp.Or(shortenLowerName(c.Name, t.ForeignKeys[key].RefTable), ShortenReferenceTitle(c.Title))
			}
			if short != "" && !titles[strings.ToLower(short)] {
				c.Title = short
			}
		}
	}
}
