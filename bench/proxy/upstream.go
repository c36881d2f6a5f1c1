package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

const (
	publishableKey = "sb_publishable_bench"
	pageSize       = 50
	query          = "?select=id,code,city,weight_g,price,sent_at,tags,note&order=id.asc&limit=50&id=gt.41837&city=eq.Kyoto"
	restPath       = "/rest/v1/parcels" + query
	serverPath     = "/api/rows/parcels" + query
)

// rows is the response of the upstream: about 200 bytes for each row.
var rows = newRows()

func newRows() []byte {
	var text bytes.Buffer
	for i := range pageSize {
		fmt.Fprintf(&text, `,%s {"id":%d,"code":"P-%d","city":"Kyoto","weight_g":%d,"price":128.43,"sent_at":"2026-03-11T08:24:00+00:00","tags":["a3","b1"],"note":%q}`,
			"\n", 41838+4*i, 41838+4*i, 1000+i, strings.Repeat("note ", i%12))
	}
	text.WriteByte(']')
	text.Bytes()[0] = '['
	return text.Bytes()
}

// startUpstream starts a backend that responds with prepared texts.
func startUpstream() (*httptest.Server, error) {
	claims := fmt.Sprintf(`{"role":"staff","iss":"bench","sub":"1b6e0f2c-4f0e-4b57-8a24-0d0a6a0f4f11","app_metadata":{"note":%q}}`, strings.Repeat("x", 400))
	token := "eyJhbGciOiJIUzI1NiJ9." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + "." + strings.Repeat("s", 43)
	session, err := json.Marshal(map[string]any{
		"access_token": token, "refresh_token": "bench-refresh-token", "expires_in": 3600,
		"user": map[string]any{"id": "1b6e0f2c-4f0e-4b57-8a24-0d0a6a0f4f11", "email": "bench@example.test"},
	})
	if err != nil {
		return nil, fmt.Errorf("encode a session: %w", err)
	}
	responses := map[string][]byte{
		"/rest/v1/parcels":              rows,
		"/rest/v1/rpc/tableside_schema": newSchema(),
		"/auth/v1/token":                session,
		"/auth/v1/user":                 []byte(`{}`),
	}
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := responses[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Content-Range", "0-49/*")
		_, _ = w.Write(body)
	})), nil
}

// newSchema returns a response of tableside_schema() with 40 tables.
func newSchema() []byte {
	var columns []string
	for column := range strings.SplitSeq("id int8,code text,city text,weight_g int4,price numeric,sent_at timestamptz,tags text,note text", ",") {
		name, base, _ := strings.Cut(column, " ")
		columns = append(columns, fmt.Sprintf(`{"name":%q,"type":%q,"base":%q,"typtype":"b","select":true}`, name, base, base))
	}
	var tables []string
	for i := range 40 {
		name := fmt.Sprintf("a%02d", i)
		if i == 39 {
			name = "parcels"
		}
		tables = append(tables, fmt.Sprintf(`{"schema":"public","name":%q,"relkind":"r","primaryKey":["id"],"columns":[%s],"privileges":{"select":true}}`,
			name, strings.Join(columns, ",")))
	}
	return []byte(`{"version":1,"role":"staff","schemas":["public"],"tables":[` + strings.Join(tables, ",") + `],"functions":[]}`)
}

// signIn returns the header of a signed-in browser's requests. All proxies get it.
func signIn(ctx context.Context, url string) (http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/auth/sign-in", strings.NewReader(`{"email":"bench@example.test","password":"bench"}`))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("sign in: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("sign in: %s", resp.Status)
	}
	header := http.Header{
		"User-Agent": {"Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"}, "Accept": {"*/*"},
		"Accept-Language": {"en-US,en;q=0.5"}, "Sec-Fetch-Site": {"same-origin"}, "Sec-Fetch-Mode": {"cors"}, "Sec-Fetch-Dest": {"empty"},
		"X-Tableside-Expected-User": {"1b6e0f2c-4f0e-4b57-8a24-0d0a6a0f4f11"},
	}
	var cookies []string
	for _, cookie := range resp.Cookies() {
		cookies = append(cookies, cookie.Name+"="+cookie.Value)
	}
	header.Set("Cookie", strings.Join(cookies, "; "))
	return header, nil
}
