package supa

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/rowquery"
)

func TestMain(m *testing.M) {
	RegisterStorage(http.DefaultTransport.(*http.Transport))
	os.Exit(m.Run())
}

// recordingBackend is a backend that records the requests and returns the configured response.
type recordingBackend struct {
	*httptest.Server
	mu       sync.Mutex
	requests []*recordedRequest
}

type recordedRequest struct {
	Method, Path string // Path as it was on the wire
	Query        url.Values
	Header       http.Header
	Body         string
}

func newRecordingBackend(t *testing.T, respond http.HandlerFunc) *recordingBackend {
	t.Helper()
	r := &recordingBackend{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.requests = append(r.requests, &recordedRequest{
			Method: req.Method, Path: strings.SplitN(req.RequestURI, "?", 2)[0],
			Query: req.URL.Query(), Header: req.Header, Body: string(body),
		})
		r.mu.Unlock()
		respond(w, req)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *recordingBackend) lastRequest(t *testing.T) *recordedRequest {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.requests) == 0 {
		t.Fatal("nothing reached the backend")
	}
	return r.requests[len(r.requests)-1]
}

func (r *recordingBackend) requestCount() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.requests)
}

func (r *recordingBackend) newBackend(t *testing.T, config Config) *Backend {
	t.Helper()
	config.URL, config.PublishableKey = r.URL, "sb_publishable_test"
	b, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func respondWithJSON(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func parseQuery(t *testing.T, text string) *postgrestquery.Params {
	t.Helper()
	values, err := url.ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	q, err := rowquery.Parse(values)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func readRows(t *testing.T, b *Backend, r RowsRequest) (string, error) {
	t.Helper()
	if r.Schema == "" {
		r.Schema = "public"
	}
	if r.Query == nil {
		r.Query = &postgrestquery.Params{}
	}
	resp, err := b.RequestRows(t.Context(), Caller{Token: "person"}, r)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

// The library joins paths ("../auth" leaves the area) and takes "?" for a
// query. Every name stays one segment, or is rejected.
func TestTableNamesStayInTheirSegment(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, "[]"))
	b := r.newBackend(t, Config{})
	for name, want := range map[string]string{
		"orders":          "/rest/v1/orders",
		"../auth/v1/user": "/rest/v1/..%2Fauth%2Fv1%2Fuser",
		"a?x=1":           "/rest/v1/a%3Fx=1",
		"a#b":             "/rest/v1/a%23b",
		"50%":             "/rest/v1/50%25",
		"a b":             "/rest/v1/a%20b",
		"a/b":             "/rest/v1/a%2Fb",
		"a:b":             "/rest/v1/a:b",
		"//host/x":        "/rest/v1/%2F%2Fhost%2Fx",
		"имя":             "/rest/v1/%D0%B8%D0%BC%D1%8F",
	} {
		if _, err := readRows(t, b, RowsRequest{Method: "GET", Table: name}); err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if got := r.lastRequest(t).Path; got != want {
			t.Errorf("%q went to %q, want %q", name, got, want)
		}
		if err := b.DecodeFunction(t.Context(), Caller{}, "public", name, json.RawMessage("{}"), 100, func([]byte) error { return nil }); err != nil {
			t.Errorf("function %q: %v", name, err)
		}
		if got, want := r.lastRequest(t).Path, strings.Replace(want, "/v1/", "/v1/rpc/", 1); got != want {
			t.Errorf("function %q went to %q, want %q", name, got, want)
		}
	}
	before := r.requestCount()
	for _, name := range []string{"", ".", "..", "a\x00b", "a\xffb"} {
		if _, err := readRows(t, b, RowsRequest{Method: "GET", Table: name}); !errors.Is(err, ErrInvalidName) {
			t.Errorf("%q: got %v, want ErrInvalidName", name, err)
		}
	}
	if r.requestCount() != before {
		t.Error("a rejected name reached the backend")
	}
}

// If a name is not escaped, the call still rejects another path.
func TestRestCallRejectsAnotherPath(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, "[]"))
	call, err := r.newBackend(t, Config{}).newRestCall(t.Context(), Caller{}, "public", "orders")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := call.client.From("../../auth/v1/user").Select("", "", false).Execute(); !errors.Is(err, ErrInvalidName) {
		t.Errorf("got %v, want ErrInvalidName", err)
	}
	if r.requestCount() != 0 {
		t.Error("the request reached the backend")
	}
}

// PostgREST responds to an upsert that inserted no row with 200, without a Content-Type. Version 12 and HTTP/2 omit
// Content-Length.
func TestAnUpsertWithoutNewRowsHasNoContent(t *testing.T) {
	for _, isMinimal := range []bool{true, false} {
		b := newRecordingBackend(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush() // chunked
		}).newBackend(t, Config{})
		resp, err := b.RequestRows(t.Context(), Caller{}, RowsRequest{
			Method: "POST", Schema: "public", Table: "t", Query: parseQuery(t, "on_conflict=id"), Body: json.RawMessage("[]"),
			Preferences: Preferences{IsMinimal: isMinimal, Resolution: "merge-duplicates"},
		})
		if isMinimal != (err == nil) || err != nil && !errors.Is(err, ErrInvalidResponse) {
			t.Errorf("minimal %v: got %v", isMinimal, err)
		}
		if err == nil {
			_ = resp.Body.Close()
		}
	}
}

func TestRowsSendTheWholeQuery(t *testing.T) {
	for _, test := range []struct {
		name, query string
		prefer      Preferences
		method      string
		want        url.Values
		wantPrefer  string
	}{
		{name: "a quoted column keeps its spaces, which the library takes out",
			query: `select="first name",c:customers("last name")`,
			want:  url.Values{"select": {`"first name",c:customers("last name")`}}},
		{name: "two filters on one column, of which the library keeps the last",
			query: "a=gte.1&a=lt.5",
			want:  url.Values{"a": {"gte.1"}, "and": {`(a.lt."5")`}}},
		{name: "operators that the library doesn't know, and drops when negated",
			query: "a=isdistinct.1&b=not.match.^x&c=like(any).{x*}",
			want:  url.Values{"and": {`(a.isdistinct."1",b.not.match."^x",c.like(any)."{x*}")`}}},
		{name: "is.not_null, which PostgREST 12 does not know", query: "a=is.not_null&b=not.is.not_null&or=(c.is.not_null,d.is.true)",
			want: url.Values{"a": {"not.is.null"}, "b": {"is.null"}, "and": {"(or(c.not.is.null,d.is.true))"}}},
		{name: "two or-groups and an and-group, of which the library keeps one each",
			query: "or=(a.eq.1,b.eq.2)&or=(c.eq.3,d.eq.4)&and=(e.eq.5)&not.or=(f.eq.6)",
			want:  url.Values{"and": {`(and(e.eq."5"),not.or(f.eq."6"),or(a.eq."1",b.eq."2"),or(c.eq."3",d.eq."4"))`}}},
		{name: "a column named as a parameter", query: "and=(order.eq.1,limit.gt.2)",
			want: url.Values{"and": {`(and(order.eq."1",limit.gt."2"))`}}},
		{name: "values are sent raw", query: "a=eq." + url.QueryEscape(`x,(")&y=%`) + "&b=" + url.QueryEscape(`in.("x,y",z)`),
			want: url.Values{"a": {`eq.x,(")&y=%`}, "b": {`in.("x,y","z")`}}},
		{name: "filters on embedded relations", query: "select=id,items(n)&items.n=gt.1&items.n=lt.9&items.or=(n.eq.1)&items.order=n.desc&items.limit=2",
			want: url.Values{"select": {"id,items(n)"}, "items.n": {"gt.1"}, "items.and": {`(n.lt."9",or(n.eq."1"))`},
				"items.order": {"n.desc.nullsfirst"}, "items.limit": {"2"}}},
		{name: "order has the database's defaults, not the library's", query: "order=a,b.desc,c.asc.nullsfirst,customers(name)",
			want: url.Values{"order": {"a.asc.nullslast,b.desc.nullsfirst,c.asc.nullsfirst,customers(name).asc.nullslast"}}},
		{name: "offset alone", query: "offset=20", want: url.Values{"offset": {"20"}}},
		{name: "offset and limit", query: "offset=20&limit=10", want: url.Values{"offset": {"20"}, "limit": {"10"}}},
		{name: "no rows wanted", query: "offset=5&limit=0", want: url.Values{"offset": {"5"}, "limit": {"0"}}},
		{name: "count", prefer: Preferences{Count: "planned"}, want: url.Values{}, wantPrefer: "count=planned"},
		{name: "insert", method: "POST", query: "columns=a,b&on_conflict=a", prefer: Preferences{Resolution: "ignore-duplicates", FillsDefaults: true},
			want:       url.Values{"columns": {"a,b"}, "on_conflict": {"a"}},
			wantPrefer: "return=representation,missing=default,resolution=ignore-duplicates"},
		{name: "insert without rows back", method: "POST", query: "select=a", prefer: Preferences{IsMinimal: true},
			want: url.Values{}, wantPrefer: "return=minimal"},
		{name: "a guarded update", method: "PATCH", query: "id=eq.1", prefer: Preferences{MaxAffected: new(int)},
			want: url.Values{"id": {"eq.1"}}, wantPrefer: "return=representation,handling=strict,max-affected=0"},
		{name: "delete", method: "DELETE", query: "id=eq.1", want: url.Values{"id": {"eq.1"}}, wantPrefer: "return=representation"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRecordingBackend(t, respondWithJSON(200, "[]"))
			if test.method == "" {
				test.method = "GET"
			}
			_, err := readRows(t, r.newBackend(t, Config{}), RowsRequest{
				Method: test.method, Table: "t", Query: parseQuery(t, test.query), Preferences: test.prefer, Body: json.RawMessage("{}"),
			})
			if err != nil {
				t.Fatal(err)
			}
			got := r.lastRequest(t)
			if test.want.Get("select") == "" {
				if s := got.Query.Get("select"); s != "" && s != "*" {
					t.Errorf("select is %q", s)
				}
				got.Query.Del("select")
			}
			if got.Query.Encode() != test.want.Encode() {
				t.Errorf("query\n got %v\nwant %v", got.Query, test.want)
			}
			if prefer := got.Header.Get("Prefer"); prefer != test.wantPrefer {
				t.Errorf("Prefer: %q, want %q", prefer, test.wantPrefer)
			}
			if got.Method != test.method {
				t.Errorf("method %s", got.Method)
			}
		})
	}
}

func TestRowsSendTheCallersToken(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, "[]"))
	b := r.newBackend(t, Config{})
	if _, err := readRows(t, b, RowsRequest{Method: "GET", Schema: "other", Table: "t"}); err != nil {
		t.Fatal(err)
	}
	header := r.lastRequest(t).Header
	for name, want := range map[string]string{"Authorization": "Bearer person", "Apikey": "sb_publishable_test", "Accept-Profile": "other", "Content-Profile": "other"} {
		if got := header.Values(name); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if _, err := b.ListBuckets(t.Context(), Caller{}); err != nil {
		t.Fatal(err)
	}
	if got := r.lastRequest(t).Header.Get("Authorization"); got != "Bearer sb_publishable_test" {
		t.Errorf("a guest's Authorization is %q", got)
	}
}

// Calls use the same clients one after the other.
func TestConcurrentCallsSendTheirOwnHeaders(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, "[]"))
	b := r.newBackend(t, Config{})
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for range 20 {
				name := strconv.Itoa(i)
				caller := Caller{Token: "token-" + name}
				if i == 0 {
					caller = Caller{}
				}
				resp, err := b.RequestRows(t.Context(), caller, RowsRequest{Method: "GET", Schema: "schema-" + name, Table: "table-" + name, Query: &postgrestquery.Params{}})
				if err != nil {
					t.Error(err)
					return
				}
				_ = resp.Body.Close()
			}
		})
	}
	wait.Wait()
	if r.requestCount() != 8*20 {
		t.Errorf("%d requests", r.requestCount())
	}
	for _, request := range r.requests {
		name := strings.TrimPrefix(request.Path, "/rest/v1/table-")
		token := "Bearer token-" + name
		if name == "0" {
			token = "Bearer sb_publishable_test"
		}
		if request.Header.Get("Authorization") != token || request.Header.Get("Accept-Profile") != "schema-"+name {
			t.Errorf("%s: %v", request.Path, request.Header)
		}
	}
}

// The library reads whole responses into memory, and a number through a float
// loses digits: the body must arrive unchanged, and while it is sent.
func TestRowsStreamWithoutLosingADigit(t *testing.T) {
	const first, second = `[{"n":9007199254740993.123456789012345678901234567890},`, `{"n":1e400}]`
	release := make(chan struct{})
	r := newRecordingBackend(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Range", "0-1/2")
		_, _ = io.WriteString(w, first)
		w.(http.Flusher).Flush()
		<-release
		_, _ = io.WriteString(w, second)
	})
	resp, err := r.newBackend(t, Config{}).RequestRows(t.Context(), Caller{}, RowsRequest{Method: "GET", Schema: "public", Table: "t", Query: &postgrestquery.Params{}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	begin := make([]byte, len(first))
	if _, err := io.ReadFull(resp.Body, begin); err != nil { // the backend hasn't finished yet
		t.Fatal(err)
	}
	close(release)
	rest, err := io.ReadAll(resp.Body)
	if err != nil || string(begin)+string(rest) != first+second {
		t.Errorf("got %s%s, %v", begin, rest, err)
	}
	if resp.ContentRange != "0-1/2" {
		t.Errorf("Content-Range %q", resp.ContentRange)
	}
}

// The library encodes the JSON again, which would take spaces out of a value of type
// json, and write < as \u003c.
func TestBodiesAreSentUnchanged(t *testing.T) {
	const object = `{"n": 9007199254740993, "d": 0.10,  "s": "a\u2028<b>", "s": ""}`
	for _, test := range []struct{ method, body string }{{"POST", "[" + object + "]"}, {"PATCH", object}} {
		r := newRecordingBackend(t, respondWithJSON(201, "[]"))
		request := RowsRequest{Method: test.method, Table: "t", Query: parseQuery(t, "id=eq.1"), Body: json.RawMessage(test.body)}
		if _, err := readRows(t, r.newBackend(t, Config{}), request); err != nil {
			t.Fatal(err)
		}
		if got := r.lastRequest(t).Body; got != test.body {
			t.Errorf("%s sent %s, want %s", test.method, got, test.body)
		}
	}
	r := newRecordingBackend(t, respondWithJSON(200, "1"))
	resp, err := r.newBackend(t, Config{}).CallFunction(t.Context(), Caller{}, FunctionCall{Schema: "public", Function: "f", Body: []byte(object)})
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if got := r.lastRequest(t).Body; got != object {
		t.Errorf("a call sent %s, want %s", got, object)
	}
}
