package supa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tableside/tableside/internal/postgrestquery"
)

func TestErrorsContainTheBackendsOwnText(t *testing.T) {
	call := map[Area]func(*Backend) error{
		Rest: func(b *Backend) error {
			_, err := b.RequestRows(context.Background(), Caller{}, RowsRequest{Method: "GET", Schema: "public", Table: "t", Query: &postgrestquery.Params{}})
			return err
		},
		Auth: func(b *Backend) error {
			_, err := b.SignIn(context.Background(), Credentials{Email: "e", Password: "p"})
			return err
		},
		Storage: func(b *Backend) error { _, err := b.ListBuckets(context.Background(), Caller{}); return err },
	}
	for _, test := range []struct {
		name   string
		area   Area
		status int
		body   string
		want   Error
	}{
		{"rest, with nulls", Rest, 409, `{"code":"23505","details":"Key (a)=(b) already exists.","hint":null,"message":"dup"}`,
			Error{Status: 409, Code: "23505", Message: "dup", Details: "Key (a)=(b) already exists."}},
		{"rest, details as a list", Rest, 300, `{"code":"PGRST201","details":[{"a": 1}],"hint":"h","message":"m"}`,
			Error{Status: 300, Code: "PGRST201", Message: "m", Details: `[{"a":1}]`, Hint: "h"}},
		{"rest, database down", Rest, 503, `{"code":"PGRST000","message":"Could not connect"}`,
			Error{Status: 503, Code: "PGRST000", Message: "Could not connect"}},
		{"rest, database down, with the host", Rest, 503, `{"code":"PGRST001","message":"Retrying","details":"at db.internal"}`,
			Error{Status: 503, Code: "PGRST001", Message: "Retrying", Internal: "at db.internal"}},
		{"storage, a full disk", Storage, 507, `{"statusCode":"507","code":"DiskFull","message":"No space left"}`,
			Error{Status: 507, Code: "DiskFull", Message: "No space left"}},
		{"auth, new form", Auth, 400, `{"code":"invalid_credentials","message":"Invalid login credentials"}`,
			Error{Status: 400, Code: "invalid_credentials", Message: "Invalid login credentials"}},
		{"auth, old form", Auth, 422, `{"code":422,"error_code":"weak_password","msg":"weak","weak_password":{"reasons":["length","characters"]}}`,
			Error{Status: 422, Code: "weak_password", Message: "weak", Details: "length, characters"}},
		{"auth, a rejected grant in the form of OAuth", Auth, 400, `{"error":"invalid_grant","error_description":"Invalid Refresh Token"}`,
			Error{Status: 400, Code: "invalid_grant", Message: "Invalid Refresh Token"}},
		{"auth, throttled by a gateway", Auth, 429, `slow down`,
			Error{Status: 429, Code: "over_request_rate_limit", Message: "The backend received too many requests.", RetryAfter: "60"}},
		{"a project that sleeps", Rest, 540, `<html>Project paused</html>`,
			Error{Status: 503, Code: CodeProjectPaused, Message: "The Supabase project is paused."}},
		{"a restricted project", Auth, 402, `{"message":"Service for this project is restricted due to the following violations: exceed_egress_quota."}`,
			Error{Status: 503, Code: CodeProjectRestricted, Message: "The Supabase project is restricted: it has exceeded its quota, or has unpaid bills.",
				Details: "Service for this project is restricted due to the following violations: exceed_egress_quota."}},
		{"a restricted project, in plain text", Storage, 402, "Service for this project is restricted due to the following violations: overdue_payment.\n",
			Error{Status: 503, Code: CodeProjectRestricted, Message: "The Supabase project is restricted: it has exceeded its quota, or has unpaid bills.",
				Details: "Service for this project is restricted due to the following violations: overdue_payment."}},
		{"a disabled API key", Rest, 401, `{"message":"Legacy API keys are disabled","hint":"Use the new keys."}`,
			Error{Status: 503, Code: CodeKeyRejected, Message: "The Supabase project doesn’t accept the API key of this server.",
				Details: "Legacy API keys are disabled", Hint: "The owner of this workspace must set a current API key."}},
		{"a wrong API key", Storage, 401, `{"message":"Invalid API key","hint":"Double check your API key."}`,
			Error{Status: 503, Code: CodeKeyRejected, Message: "The Supabase project doesn’t accept the API key of this server.",
				Details: "Invalid API key", Hint: "The owner of this workspace must set a current API key."}},
		{"a function of the database returns 402", Rest, 402, `{"code":"PT402","message":"Pay first"}`, Error{Status: 402, Code: "PT402", Message: "Pay first"}},
		{"more filters than a gateway takes", Rest, 431, `<html>Request Header Or Cookie Too Large</html>`,
			Error{Status: 414, Code: CodeAddressTooLong, Message: "The request is too long. Select fewer rows or use a shorter filter."}},
		{"storage means another status than it has", Storage, 400, `{"statusCode":"404","error":"not_found","message":"Object not found","code":"NoSuchKey"}`,
			Error{Status: 404, Code: "NoSuchKey", Message: "Object not found"}},
		{"storage, a full disk as supabase/storage reports it", Storage, 500, `{"statusCode":"500","error":"Internal","message":"ENOSPC: no space left on device, write","code":"InternalError"}`,
			Error{Status: 507, Code: "InsufficientStorage", Message: "The disk of the storage service is full."}},
		{"storage, a number, before there were codes", Storage, 400, `{"statusCode":409,"error":"Duplicate Key","message":"exists"}`,
			Error{Status: 409, Code: "DuplicateKey", Message: "exists"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRecordingBackend(t, respondWithJSON(test.status, test.body))
			err := call[test.area](r.newBackend(t, Config{}))
			var got *Error
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want a rejection", err)
			}
			test.want.Area = test.area
			if *got != test.want {
				t.Errorf("\n got %+v\nwant %+v", *got, test.want)
			}
		})
	}
}

// The auth service's own database is down. Its text is for the log.
func TestAnAuthFailureIsUnreachable(t *testing.T) {
	for _, body := range []string{
		`{"code":"unexpected_failure","message":"failed to connect to host=db user=supabase_auth_admin"}`,
		`{"code":500,"error_code":"unexpected_failure","msg":"failed to connect to host=db user=supabase_auth_admin"}`,
	} {
		b := newRecordingBackend(t, respondWithJSON(500, body)).newBackend(t, Config{})
		_, signIn := b.SignIn(t.Context(), Credentials{Email: "e", Password: "p"})
		_, signUp := b.SignUp(t.Context(), Credentials{Email: "e", Password: "p"}, PKCE{})
		_, refresh := b.Refresh(t.Context(), "r")
		_, settings := b.FetchAuthSettings(t.Context())
		for name, err := range map[string]error{
			"sign-in": signIn, "sign-up": signUp, "refresh": refresh, "settings": settings, "sign-out": b.SignOut(t.Context(), Caller{Token: "t"}, "local"),
		} {
			var rejection *Error
			if !errors.Is(err, ErrUnreachable) || errors.As(err, &rejection) || !strings.Contains(err.Error(), "host=db") {
				t.Errorf("%s: got %v", name, err)
			}
		}
	}
}

func TestHeadErrorsComeFromProxyStatus(t *testing.T) {
	r := newRecordingBackend(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Proxy-Status", "PostgREST; error=PGRST103")
		w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
	})
	_, err := readRows(t, r.newBackend(t, Config{}), RowsRequest{Method: "HEAD", Table: "t"})
	var rejection *Error
	if !errors.As(err, &rejection) || rejection.Code != "PGRST103" || rejection.Status != 416 {
		t.Errorf("got %v", err)
	}
}

func TestAnInvalidResponseIsAnError(t *testing.T) {
	elsewhere := newRecordingBackend(t, respondWithJSON(200, "[]"))
	for name, handler := range map[string]http.HandlerFunc{
		"a redirect to another host": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) },
		"a page instead of rows": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<h1>Welcome</h1>")
		},
		"an error without a code": respondWithJSON(401, `{"message":"Unauthorized"}`),
		"an error page":           func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", 404) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newRecordingBackend(t, handler).newBackend(t, Config{})
			if _, err := readRows(t, b, RowsRequest{Method: "GET", Table: "t"}); !errors.Is(err, ErrInvalidResponse) {
				t.Errorf("rows: got %v", err)
			}
			if _, err := b.ListBuckets(t.Context(), Caller{Token: "person"}); !errors.Is(err, ErrInvalidResponse) {
				t.Errorf("storage: got %v", err)
			}
			if _, err := b.SignIn(t.Context(), Credentials{Email: "e", Password: "p"}); !errors.Is(err, ErrInvalidResponse) {
				t.Errorf("auth: got %v", err)
			}
		})
	}
	if elsewhere.requestCount() != 0 {
		t.Error("keys went to where the redirect pointed")
	}
}

func TestASilentBackendIsATimeout(t *testing.T) {
	done := make(chan struct{})
	defer close(done)
	const short = 100 * time.Millisecond
	silent := newRecordingBackend(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-done:
		case <-r.Context().Done():
		}
	})
	b := silent.newBackend(t, Config{Timeout: short})
	for name, call := range map[string]func() error{
		"rest":    func() error { _, err := readRows(t, b, RowsRequest{Method: "GET", Table: "t"}); return err },
		"storage": func() error { _, err := b.ListBuckets(t.Context(), Caller{}); return err },
		"auth":    func() error { _, err := b.SignIn(t.Context(), Credentials{Email: "e", Password: "p"}); return err },
	} {
		start := time.Now()
		if err := call(); !errors.Is(err, ErrTimeout) {
			t.Errorf("%s: got %v, want a time-out", name, err)
		}
		if took := time.Since(start); took > 100*short { // a third of the default timeout
			t.Errorf("%s took %s", name, took)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.ListBuckets(canceled, Caller{}); !errors.Is(err, context.Canceled) {
		t.Errorf("storage ignores the context: %v", err)
	}
	if _, err := b.RequestRows(canceled, Caller{}, RowsRequest{Method: "GET", Schema: "public", Table: "t", Query: &postgrestquery.Params{}}); !errors.Is(err, context.Canceled) {
		t.Errorf("rest ignores the context: %v", err)
	}
}

func TestASilenceInTheMiddleEnds(t *testing.T) {
	done := make(chan struct{})
	defer close(done)
	r := newRecordingBackend(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "[")
		w.(http.Flusher).Flush()
		select {
		case <-done:
		case <-req.Context().Done():
		}
	})
	b := r.newBackend(t, Config{Timeout: 100 * time.Millisecond})
	if _, err := readRows(t, b, RowsRequest{Method: "GET", Table: "t"}); !errors.Is(err, ErrTimeout) {
		t.Errorf("rest: got %v", err)
	}
	if _, err := b.ListBuckets(t.Context(), Caller{}); !errors.Is(err, ErrTimeout) {
		t.Errorf("storage: got %v", err)
	}
}

// A reader that takes its time is not the backend's silence.
func TestASlowReaderIsWaitedFor(t *testing.T) {
	t.Parallel()
	r := newRecordingBackend(t, respondWithJSON(200, "["+strings.Repeat(" ", 1<<20)+"]"))
	resp, err := r.newBackend(t, Config{Timeout: time.Second}).RequestRows(t.Context(), Caller{}, RowsRequest{Method: "GET", Schema: "public", Table: "t", Query: &postgrestquery.Params{}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	time.Sleep(1500 * time.Millisecond)
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || n != 1<<20+2 {
		t.Errorf("read %d bytes, %v", n, err)
	}
}

func TestOnlyReadsAreRetried(t *testing.T) {
	var failures int
	var mu sync.Mutex
	breaking := func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if failures++; failures == 1 {
			panic(http.ErrAbortHandler) // the connection breaks without an handler
		}
		respondWithJSON(200, "[]")(w, r)
	}
	for method, wantErr := range map[string]bool{"GET": false, "POST": true, "PATCH": true, "DELETE": true} {
		mu.Lock()
		failures = 0
		mu.Unlock()
		r := newRecordingBackend(t, breaking)
		_, err := readRows(t, r.newBackend(t, Config{}), RowsRequest{Method: method, Table: "t", Body: json.RawMessage("{}")})
		if wantErr != errors.Is(err, ErrUnreachable) {
			t.Errorf("%s: got %v", method, err)
		}
		if want := map[bool]int{false: 2, true: 1}[wantErr]; r.requestCount() != want {
			t.Errorf("%s reached the backend %d times, want %d", method, r.requestCount(), want)
		}
	}
}

func TestABackendThatIsDownIsUnreachable(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, "[]"))
	b := r.newBackend(t, Config{})
	r.Close()
	if _, err := readRows(t, b, RowsRequest{Method: "GET", Table: "t", Query: parseQuery(t, "email=eq.someone@example.com")}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("rest: got %v", err)
	} else if strings.Contains(err.Error(), "someone") {
		t.Errorf("the error, which is logged, holds a value of the query: %v", err)
	}
	if _, err := b.ListBuckets(t.Context(), Caller{}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("storage: got %v", err)
	}
}

func TestAGatewaysOwnErrorPageIsUnreachable(t *testing.T) {
	for _, status := range []int{500, 502, 503, 504, 520, 522, 530} { // from 520 on: Cloudflare, in front of hosted projects
		r := newRecordingBackend(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<h1>Bad gateway</h1>", status) })
		if _, err := readRows(t, r.newBackend(t, Config{}), RowsRequest{Method: "POST", Table: "t", Body: json.RawMessage("{}")}); !errors.Is(err, ErrUnreachable) {
			t.Errorf("%d: got %v", status, err)
		}
	}
}

// A failure of the service is not a rejection, for any error code.
func TestAFailureOfAuthOrStorageIsUnreachable(t *testing.T) {
	for body, want := range map[string]error{
		`{"code":"unexpected_failure","message":"at db.internal"}`:                                         ErrUnreachable,
		`{"statusCode":"500","code":"InternalError","error":"Internal","message":"at db.internal"}`:        ErrUnreachable,
		`{"statusCode":"544","code":"DatabaseTimeout","error":"database_timeout","message":"db.internal"}`: ErrTimeout,
	} {
		b := newRecordingBackend(t, respondWithJSON(500, body)).newBackend(t, Config{})
		var rejection *Error
		if _, err := b.ListBuckets(t.Context(), Caller{Token: "person"}); !errors.Is(err, want) || errors.As(err, &rejection) {
			t.Errorf("storage, %s: got %v", body, err)
		}
		if _, err := b.SignIn(t.Context(), Credentials{Email: "e", Password: "p"}); !errors.Is(err, ErrUnreachable) || errors.As(err, &rejection) {
			t.Errorf("auth, %s: got %v", body, err)
		}
	}
}

// RegisterStorage does not change other requests of the process.
func TestTheDefaultTransportStaysAsItWas(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, "ok"))
	r.newBackend(t, Config{})
	resp, err := http.Get(r.URL + "/plain")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if got := r.lastRequest(t); got.Header.Get("Apikey") != "" || got.Path != "/plain" {
		t.Errorf("got %+v", got)
	}
	if _, err := http.Get(storageScheme + "://" + r.Listener.Addr().String()); err == nil {
		t.Error("a request that storage-go did not send is accepted")
	}
}

func TestNewRejectsWrongSettings(t *testing.T) {
	for _, config := range []Config{
		{}, {URL: "abcd.supabase.co", PublishableKey: "k"}, {URL: "ftp://x", PublishableKey: "k"},
		{URL: "https://x?y=1", PublishableKey: "k"}, {URL: "https://x"},
	} {
		if _, err := New(config); err == nil {
			t.Errorf("%+v was taken", config)
		}
	}
	b, err := New(Config{URL: "https://x.example/base/", PublishableKey: "k"})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.areaURL(Rest); got != "https://x.example/base/rest/v1" {
		t.Errorf("rest is at %s", got)
	}
}

// Without it GoTrue responds in its older form, whose codes are numbers.
func TestAuthIsAskedForErrorCodes(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, "{}"))
	if err := r.newBackend(t, Config{}).SignOut(t.Context(), Caller{Token: "person"}, "local"); err != nil {
		t.Fatal(err)
	}
	if got := r.lastRequest(t); got.Header.Get("X-Supabase-Api-Version") != "2024-01-01" || got.Header.Get("Authorization") != "Bearer person" || got.Query.Get("scope") != "local" {
		t.Errorf("asked %+v", got)
	}
}

func ExampleError() {
	fmt.Println(&Error{Area: Rest, Status: 409, Code: "23505", Message: "duplicate key"})
	// Output: rest: 409 23505: duplicate key
}
