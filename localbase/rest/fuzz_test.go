package rest_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// FuzzStatement checks that parser and planner do not panic on any query string, and that each
// accepted query is one statement of the expected kind, contains no unquoted text from the request,
// and can be parsed by Postgres.
func FuzzStatement(f *testing.F) {
	for _, seed := range []string{
		"select=id,data->a->>b::text,x:channels!inner(slug,...users(*))&channels.order=slug.desc.nullslast&channels.limit=1",
		`or=(id.eq.1,not.and(message.like(any).{a*,b*},username.in.("a,b",c)))&order=channels(slug),id`,
		`"a""b";drop=eq.1&select="x\"y"::"z"`, "select=count(),id.sum()::int,username&username=fts(english).x",
		"id=is.not_null&id=isdistinct.3&a.b.c=eq.1&limit=-1&offset=x&on_conflict=id&columns=id,message",
		"select=*,blurb_message,...channels(...channel_details(details),count())", "select=id::text;--&id=eq.'/*",
		"name_param=supabot&n=1&search_username=x&a=2&param={1}", "select=%00,a%00b&%00=eq.%00", "select=messages(messages(messages()))",
	} {
		for kind := range byte(8) {
			f.Add(kind, seed)
		}
	}
	a := &testAPI{}
	a.prepareDatabase(f)
	c := loadCatalog(f, a)
	conn, err := a.db.Pool("authenticator").Acquire(context.Background())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(conn.Release)
	words := knownWords(c)
	targets := []struct{ method, target, prefix string }{
		{"GET", "messages", "select"}, {"GET", "channels", "select"}, {"POST", "messages", "insert into"},
		{"PATCH", "messages", "update"}, {"PUT", "composite", "insert into"}, {"DELETE", "messages", "delete from"},
		{"GET", "rpc/get_messages_by_username", "select"}, {"GET", "rpc/variadic_sum", "select"},
	}
	f.Fuzz(func(t *testing.T, kind byte, raw string) {
		target := targets[int(kind)%len(targets)]
		s, err := planStatement(c, target.method, target.target, raw, `{"id":1}`, postgrestquery.Preferences{Return: "representation", Count: "exact", Resolution: "merge-duplicates"})
		if err != nil {
			var parse *postgrestquery.ParseError
			var restErr *pgrsterr.Error
			if !errors.As(err, &parse) && !errors.As(err, &restErr) {
				t.Fatalf("%q: the error is neither the parser's nor the planner's: %v", raw, err)
			}
			return
		}
		prefix := "with pgrst_source as (" + target.prefix
		if emptyUpdate := "with pgrst_source as (select "; !strings.HasPrefix(s.SQL, prefix) && !(target.method == "PATCH" && strings.HasPrefix(s.SQL, emptyUpdate)) {
			t.Fatalf("%q: unexpected kind of statement: %s", raw, s.SQL)
		}
		checkWords(t, s, words)
		_, err = conn.Conn().PgConn().Prepare(context.Background(), "", s.SQL, nil)
		var pgErr *pgconn.PgError
		if err != nil && (!errors.As(err, &pgErr) || pgErr.Code == "42601") {
			t.Fatalf("%q: Postgres cannot parse %s: %v", raw, s.SQL, err)
		}
	})
}

// keywords contains all words that the planner writes without quotes.
var keywords = strings.Fields(`with as select from where and or not is null true false unknown distinct in any all like ilike
	inner left join lateral on order by desc asc nulls first last limit offset group having insert into update set delete
	conflict do nothing excluded returning exists case when then end values variadic cast
	count sum avg min max coalesce json_agg row_to_json to_jsonb to_tsvector to_tsquery plainto_tsquery phraseto_tsquery
	websearch_to_tsquery json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset json_array_elements
	jsonb_array_elements jsonb_build_object jsonb_agg string_agg json_each_text json_object_keys json_strip_nulls
	current_setting set_config nullif substring length text int json jsonb elem data total page body headers status
	inserted location key value j k h s keys pgrst_source pgrst_source_count pgrst_payload pgrst_defaults pgrst_body
	pgrst_call pgrst_scalar _postgrest_t _ e concat`)

// knownWords returns the keywords and the words in the catalog's types and defaults.
func knownWords(c *catalog.Catalog) map[string]bool {
	words := map[string]bool{}
	add := func(sql string) {
		for _, word := range strings.FieldsFunc(sql, func(r rune) bool { return !isWordRune(r) }) {
			words[word] = true
		}
	}
	add(strings.Join(keywords, " "))
	for _, schema := range c.Schemas {
		for _, r := range c.Relations(schema) {
			for _, column := range r.Columns {
				add(column.FullType + " " + column.Default)
			}
		}
		for _, f := range c.AllFunctions(schema) {
			for _, p := range f.Params {
				add(p.Type)
			}
		}
	}
	return words
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// checkWords scans SQL as Postgres does. It fails on a word that is neither a keyword nor quoted,
// on a second statement, and on a comment.
func checkWords(t *testing.T, s *plan.Statement, words map[string]bool) {
	t.Helper()
	sql := []rune(s.SQL)
	for i := 0; i < len(sql); {
		switch r := sql[i]; {
		case r == '"' || r == '\'':
			for i++; i < len(sql) && (sql[i] != r || i+1 < len(sql) && sql[i+1] == r); i++ {
				if sql[i] == r {
					i++ // a doubled quote
				}
			}
			if i >= len(sql) {
				t.Fatalf("unterminated quote: %s", s.SQL)
			}
			i++
		case r == ';' || r == 0:
			t.Fatalf("more than one statement: %s", s.SQL)
		case i+1 < len(sql) && (string(sql[i:i+2]) == "--" || string(sql[i:i+2]) == "/*"):
			t.Fatalf("the SQL contains a comment: %s", s.SQL)
		case isWordRune(r):
			start := i
			for i < len(sql) && isWordRune(sql[i]) {
				i++
			}
			word := string(sql[start:i])
			if !words[word] && strings.TrimLeft(word, "0123456789") != "" {
				t.Fatalf("unquoted word %q: %s", word, s.SQL)
			}
		default:
			i++
		}
	}
}
