package server

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestAFileIsServedAsUntrusted(t *testing.T) {
	for _, test := range []struct{ kind, name, query, wantKind, wantDisposition string }{
		{"image/png", "a.png", "", "image/png", "inline"},
		{"text/plain", "a.txt", "", "text/plain; charset=utf-8", "inline"},
		{"text/plain; charset=latin1", "a.txt", "", "text/plain; charset=latin1", "inline"},
		{"video/mp4", "a.mp4", "", "video/mp4", "inline"},
		{"image/png", "a.png", "?download=1", "image/png", "attachment"},
		{"text/html", "a.html", "", "application/octet-stream", "attachment"},
		{"image/svg+xml", "a.svg", "", "application/octet-stream", "attachment"},
		{"application/xhtml+xml", "a.xhtml", "", "application/octet-stream", "attachment"},
		{"application/pdf", "a.pdf", "", "application/octet-stream", "attachment"},
		{"text/html;charset=x\"; image/png", "a.png", "", "application/octet-stream", "attachment"},
		{"", "a.png", "", "application/octet-stream", "attachment"},
		{"IMAGE/PNG", "a.png", "", "image/png", "inline"},
	} {
		t.Run(test.kind+test.query, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("GET /storage/v1/object/authenticated/b/"+test.name, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{test.kind}
				w.Header().Set("Etag", `"e"`)
				w.Header().Set("Content-Disposition", `inline; filename="evil.html"`)
				w.Header().Set("Set-Cookie", "evil=1")
				w.Header().Set("Access-Control-Allow-Origin", "*")
				_, _ = io.WriteString(w, "<script>alert(1)</script>")
			})
			header := startServer(t, backend).send("GET", "/api/files/b/"+test.name+test.query, "").requireStatus(200).Header
			want := map[string]string{
				"Content-Type": test.wantKind, "X-Content-Type-Options": "nosniff", "Etag": `"e"`,
				"Content-Disposition": test.wantDisposition + `; filename="` + test.name + `"; filename*=UTF-8''` + test.name,
				"Cache-Control":       "private, no-cache", "Set-Cookie": "", "Access-Control-Allow-Origin": "",
			}
			for name, value := range want {
				if got := header.Get(name); got != value {
					t.Errorf("%s: %q, want %q", name, got, value)
				}
			}
			if policy := header.Values("Content-Security-Policy"); len(policy) != 1 || !strings.HasPrefix(policy[0], "sandbox; default-src 'none'") {
				t.Errorf("policy %q", policy)
			}
		})
	}
}

func TestFileNamesAreUnescapedOnce(t *testing.T) {
	for path, want := range map[string]string{
		"a%20b.txt": "a%20b.txt", "100%25.txt": "100%25.txt", "100%2525.txt": "100%2525.txt",
		"d%2Fe.txt": "d/e.txt", "d/e%25.txt": "d/e%25.txt", "a%3Fb%23c.txt": "a%3Fb%23c.txt", "%D1%84.png": "%D1%84.png",
	} {
		backend := newFakeBackend(t)
		backend.handle("GET /storage/v1/object/authenticated/b/"+want, respondWithObject("x"))
		resp := startServer(t, backend).send("GET", "/api/files/b/"+path, "")
		if resp.StatusCode != 200 {
			t.Errorf("%s went to %v, want %s", path, backend.findRequests("GET /storage"), want)
		}
	}
	backend := newFakeBackend(t)
	guest := startServer(t, backend)
	for _, path := range []string{"b/%2e%2e/x", "b/a%2F..%2F..%2Fx", "%2e%2e/x", "b/a%00", "b/a%2F"} {
		guest.send("GET", "/api/files/"+path, "").requireError(400, CodeBadRequest)
		guest.send("PUT", "/api/files/"+path, "x").requireError(400, CodeBadRequest)
		guest.send("DELETE", "/api/files/"+path, "").requireError(400, CodeBadRequest)
	}
	if asked := backend.findRequests(""); len(asked) > 0 {
		t.Errorf("the backend was asked %v", asked)
	}
}

func TestRangesAndConditionsReachTheBackend(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("GET /storage/v1/object/authenticated/b/x", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("If-None-Match") == `"e"`:
			w.WriteHeader(304)
		case r.Header.Get("Range") == "bytes=1-2":
			w.Header().Set("Content-Range", "bytes 1-2/5")
			w.Header().Set("Etag", `"e"`)
			w.WriteHeader(206)
			_, _ = io.WriteString(w, "bc")
		default:
			respondWith(400, `{"statusCode":"416","error":"InvalidRange","message":"m","code":"InvalidRange"}`)(w, r)
		}
	})
	guest := startServer(t, backend)
	if resp := guest.send("GET", "/api/files/b/x", "", "Range: bytes=1-2").requireStatus(206); resp.body != "bc" || resp.Header.Get("Content-Range") != "bytes 1-2/5" {
		t.Errorf("range: %q %v", resp.body, resp.Header)
	}
	guest.send("GET", "/api/files/b/x", "", `If-None-Match: "e"`).requireStatus(304)
	guest.send("GET", "/api/files/b/x", "", "Range: bytes=9-").requireError(416, "InvalidRange")
}

func TestUploadsHaveALimit(t *testing.T) {
	backend := newFakeBackend(t)
	var arrived atomic.Int64
	backend.handle("POST /storage/v1/object/b/x", func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		if err != nil {
			return // an aborted upload
		}
		arrived.Store(n)
		respondWith(200, `{"Key":"b/x"}`)(w, r)
	})
	person := startServer(t, backend, func(o *Options) { o.UploadBytes = 10 }).signIn()
	person.send("PUT", "/api/files/b/x", "0123456789").requireStatus(200)
	if arrived.Load() != 10 {
		t.Errorf("%d bytes arrived", arrived.Load())
	}
	before := len(backend.findRequests("POST /storage"))
	tooLarge := person.send("PUT", "/api/files/b/x", "0123456789a").requireError(413, CodeTooLarge)
	if !strings.Contains(tooLarge.Hint, "TABLESIDE_UPLOAD_BYTES") {
		t.Errorf("the hint %q does not name the setting", tooLarge.Hint)
	}
	if len(backend.findRequests("POST /storage")) != before {
		t.Error("a file known to be too large was sent on")
	}
	req, _ := http.NewRequest("PUT", person.url+"/api/files/b/x", io.MultiReader(strings.NewReader("0123456789"), strings.NewReader("a"))) // no Content-Length
	resp, err := person.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != 413 {
		t.Errorf("a file of unknown length: %d", resp.StatusCode)
	}
	person.send("PUT", "/api/files/b/x", "").requireStatus(200) // an empty file is valid
	if arrived.Load() != 0 {
		t.Errorf("%d bytes of an empty file arrived", arrived.Load())
	}
}

func TestUploadsSendTheirContentType(t *testing.T) {
	backend := newFakeBackend(t)
	var kind, upsert string
	backend.handle("POST /storage/v1/object/b/x.png", func(w http.ResponseWriter, r *http.Request) {
		kind, upsert = r.Header.Get("Content-Type"), r.Header.Get("X-Upsert")
		respondWith(200, `{"Key":"b/`+strings.TrimPrefix(r.URL.Path, "/storage/v1/object/b/")+`"}`)(w, r)
	})
	person := startServer(t, backend).signIn()
	for _, test := range []struct{ header, condition, kind, upsert string }{
		{"Content-Type: image/webp", "X: ", "image/webp", "true"},
		{"Content-Type: application/x-www-form-urlencoded", "If-None-Match: *", "image/png", "false"},
	} {
		person.send("PUT", "/api/files/b/x.png", "bytes", test.header, test.condition).requireStatus(200)
		if kind != test.kind || upsert != test.upsert {
			t.Errorf("%s: sent as %q, upsert %s", test.header, kind, upsert)
		}
	}
}

// A limit of the request's duration would abort long uploads, so only an idle connection is closed.
func TestOnlyAnIdleUploadIsAborted(t *testing.T) {
	t.Parallel()
	backend := newFakeBackend(t)
	backend.handle("POST /storage/v1/object/b/x", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		respondWith(200, `{"Key":"b/`+strings.TrimPrefix(r.URL.Path, "/storage/v1/object/b/")+`"}`)(w, r)
	})
	person := startServer(t, backend, func(o *Options) { o.ClientTimeout = time.Second }).signIn()
	send := func(pauses ...time.Duration) (int, error) {
		reader, writer := io.Pipe()
		go func() {
			for _, pause := range pauses {
				time.Sleep(pause)
				_, _ = io.WriteString(writer, "x")
			}
			_ = writer.Close()
		}()
		req, _ := http.NewRequest("PUT", person.url+"/api/files/b/x", reader)
		resp, err := person.Do(req)
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	}
	const pause = 250 * time.Millisecond
	if status, err := send(pause, pause, pause, pause, pause, pause); status != 200 {
		t.Errorf("a slow upload: %d, %v", status, err)
	}
	if status, err := send(pause, 10*time.Second); status == 200 {
		t.Errorf("a silent upload: %d, %v", status, err)
	}
}

func TestADeleteThatDeletesNothingIsAnError(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("DELETE /storage/v1/object/b", respondWith(200, `[]`))
	person := startServer(t, backend).signIn()
	backend.handle("HEAD /storage/v1/object/authenticated/b/x", respondWithObject(""))
	person.send("DELETE", "/api/files/b/x", "").requireError(403, "AccessDenied")
	backend.handle("HEAD /storage/v1/object/authenticated/b/x", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(400) })
	person.send("DELETE", "/api/files/b/x", "").requireError(404, "NoSuchKey")

	backend.handle("DELETE /storage/v1/object/b", respondWith(200, `[{"name":"x"}]`))
	person.send("DELETE", "/api/files/b/x", "").requireStatus(200)
	resp := person.send("POST", "/api/files/b/remove", `{"paths":["x","kept"]}`).requireStatus(200)
	if strings.TrimSpace(resp.body) != `{"removed":["x"],"failed":["kept"]}` {
		t.Errorf("got %s", resp.body)
	}
}

func TestFilePrivilegesAreCachedByCallerAndFolder(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /storage/v1/object/list-v2/b", respondWith(200, `{"folders":[],"objects":[]}`))
	backend.handle("POST /storage/v1/object/list-v2/other", respondWith(200, `{"folders":[],"objects":[]}`))
	var calls atomic.Int64
	var failing atomic.Bool
	backend.handle("POST /rest/v1/rpc/tableside_storage_privileges", func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		if failing.Load() {
			respondWith(503, `{"code":"PGRST001","message":"no connection"}`)(w, r)
			return
		}
		respondWith(200, `{"insert":true,"update":true,"delete":true}`)(w, r)
	})
	var passed atomic.Int64
	began := time.Now()
	guest := startServer(t, backend, func(o *Options) {
		o.Now = func() time.Time { return began.Add(time.Duration(passed.Load())) }
	})
	person := guest.newGuest().signIn()
	for _, step := range []struct {
		name, path string
		who        *testClient
		calls      int64
	}{
		{"not requested", "b?prefix=a", person, 0},
		{"first", "b?prefix=a&privileges=true", person, 1},
		{"again", "b?prefix=a/&privileges=true", person, 1},
		{"another sort order and match", "b?prefix=a&sort=name.desc&match=x&privileges=true", person, 1},
		{"another folder", "b?prefix=a/b&privileges=true", person, 2},
		{"another bucket", "other?prefix=a&privileges=true", person, 3},
		{"another caller", "b?prefix=a&privileges=true", guest, 4},
		{"both again", "b?prefix=a&privileges=true", guest, 4},
	} {
		body := step.who.send("GET", "/api/files/"+step.path, "").requireStatus(200).body
		if got := calls.Load(); got != step.calls {
			t.Errorf("%s: %d calls, want %d", step.name, got, step.calls)
		}
		if step.calls > 0 && !strings.Contains(body, `"privileges":{"insert":true,"update":true,"delete":true}`) {
			t.Errorf("%s: %s", step.name, body)
		}
	}
	passed.Store(int64(time.Minute))
	failing.Store(true)
	for want := int64(5); want <= 6; want++ { // an error isn't cached
		if body := person.send("GET", "/api/files/b?prefix=a&privileges=true", "").requireStatus(200).body; !strings.Contains(body, `"insert":null`) || calls.Load() != want {
			t.Errorf("after a minute: %d calls, want %d: %s", calls.Load(), want, body)
		}
	}
}

func TestMoveCopyAndSignCheckTheirBody(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /storage/v1/object/move", respondWith(200, `{"message":"Successfully moved"}`))
	backend.handle("POST /storage/v1/object/copy", respondWith(400, `{"statusCode":"409","error":"Duplicate","message":"The resource already exists","code":"ResourceAlreadyExists"}`))
	backend.handle("POST /storage/v1/object/sign/b", respondWith(200, `[{"error":null,"path":"x","signedURL":"/object/sign/b/x?token=t"}]`))
	person := startServer(t, backend).signIn()
	person.send("POST", "/api/files/b/move", `{"from":"x","to":"y"}`).requireStatus(204)
	person.send("POST", "/api/files/b/copy", `{"from":"x","to":"y","toBucket":"c"}`).requireError(409, "ResourceAlreadyExists")
	if got := person.send("POST", "/api/files/b/sign", `{"path":"x","expiresIn":60}`).requireStatus(200).body; !strings.Contains(got, backend.URL+"/storage/v1/object/sign/b/x?token=t") {
		t.Errorf("signed: %s", got)
	}
	for path, body := range map[string]string{
		"move": `{"from":"x"}`, "copy": `{"to":"x"}`, "sign": `{"path":"x","expiresIn":0}`, "remove": `{"paths":[]}`,
	} {
		person.send("POST", "/api/files/b/"+path, body).requireError(400, CodeBadRequest)
	}
	person.send("POST", "/api/files/b/move", `{"from":"x","to":"../c/y"}`).requireError(400, CodeBadRequest)
}

// An upload to the bucket "sign" would sign a URL, a download from it would be
// rejected for its missing token.
func TestABucketNamedLikeAStorageRouteIsRejected(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	for _, test := range []struct{ method, path, body string }{
		{"GET", "/api/files/sign", ""},
		{"GET", "/api/files/sign/documents/x.txt", ""},
		{"PUT", "/api/files/sign/documents/x.txt", "x"},
		{"DELETE", "/api/files/sign/documents/x.txt", ""},
		{"POST", "/api/files/sign/move", `{"from":"a","to":"b"}`},
		{"POST", "/api/files/b/copy", `{"from":"a","to":"b","toBucket":"public"}`},
		{"POST", "/api/files/sign/remove", `{"paths":["a"]}`},
		{"POST", "/api/files/sign/sign", `{"path":"a","expiresIn":60}`},
	} {
		person.send(test.method, test.path, test.body).requireError(400, CodeReservedBucket)
	}
	if asked := backend.findRequests("POST /storage"); len(asked) > 0 {
		t.Errorf("the backend received %v", asked)
	}
	if refreshes := backend.findRequests("POST /auth/v1/token?grant_type=refresh_token"); len(refreshes) > 0 {
		t.Errorf("the session was refreshed: %v", refreshes)
	}
}

func TestAnUploadThatTheBackendDoesNotConfirmIsAnError(t *testing.T) {
	for name, body := range map[string]string{
		"a page": "<h1>Welcome</h1>", "a list": "[]", "nothing": "", "a truncated body": `{"Key":"b/x`, "another object": `{"Key":"b/y"}`,
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("POST /storage/v1/object/b/x", respondWith(200, body))
			if e := startServer(t, backend).signIn().send("PUT", "/api/files/b/x", "x").requireError(502, CodeInvalidBackendResponse); !strings.Contains(e.Message, "didn’t confirm") {
				t.Errorf("message %q", e.Message)
			}
		})
	}
}

// A proxy in front of the storage service can respond with an HTML page instead of the object.
func TestADownloadThatIsNoObjectIsAnError(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"a page":               func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<h1>Welcome</h1>") },
		"no content":           func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) },
		"an unrequested range": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(206); respondWithObject("x")(w, r) },
		"an unrequested 304":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(304) },
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("GET /storage/v1/object/authenticated/b/x", handler)
			startServer(t, backend).send("GET", "/api/files/b/x", "").requireError(502, CodeInvalidBackendResponse)
		})
	}
}
