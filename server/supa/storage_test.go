package supa

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// storage-go would leave the bucket by "..", cut at "#" and "?", and take "%"
// for an escape.
func TestObjectNamesStayInTheirBucket(t *testing.T) {
	r := newRecordingBackend(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("ETag", `"e"`)
		name, _ := strings.CutPrefix(req.URL.Path, "/storage/v1/object/")
		body, _ := json.Marshal(map[string]string{"Key": name})
		respondWithJSON(200, string(body))(w, req)
	})
	b := r.newBackend(t, Config{})
	for name, want := range map[string]string{
		"a.txt":        "a.txt",
		"dir/a b.txt":  "dir/a%20b.txt",
		"a?b.txt":      "a%3Fb.txt",
		"a#b.txt":      "a%23b.txt",
		"50%25.txt":    "50%2525.txt",
		"фото.png":     "%D1%84%D0%BE%D1%82%D0%BE.png",
		`a\..\b`:       "a%5C..%5Cb",
		"a/...":        "a/...",
		"%2e%2e/other": "%252e%252e/other",
	} {
		location := ObjectLocation{Bucket: "b", Name: name}
		if shared, err := b.SharedObjectURL(SharedObject{location, "t"}, "a b,c.txt"); err != nil || shared != r.URL+"/storage/v1/object/sign/b/"+want+"?token=t&download=a+b%2Cc.txt" {
			t.Errorf("the signed link of %q is %q, %v", name, shared, err)
		}
		resp, err := b.DownloadObject(t.Context(), Caller{}, location, http.MethodGet, nil)
		if err != nil {
			t.Errorf("download %q: %v", name, err)
			continue
		}
		_ = resp.Body.Close()
		if got := r.lastRequest(t).Path; got != "/storage/v1/object/authenticated/b/"+want {
			t.Errorf("download %q went to %q", name, got)
		}
		upload := Upload{Body: io.NopCloser(strings.NewReader("x")), Length: 1, ContentType: "text/plain"}
		if err := b.UploadObject(t.Context(), Caller{}, location, upload); err != nil {
			t.Errorf("upload %q: %v", name, err)
		} else if got := r.lastRequest(t).Path; got != "/storage/v1/object/b/"+want {
			t.Errorf("upload %q went to %q", name, got)
		}
	}
	before := r.requestCount()
	for _, location := range []ObjectLocation{
		{"b", "../other/secret"}, {"b", "a/../../x"}, {"b", "."}, {"b", ""}, {"b", "/a"}, {"b", "a/"}, {"b", "a//b"}, {"b", "a\x00"},
		{"..", "a"}, {"", "a"}, {".", "a"},
	} {
		_, signErr := b.SignObject(t.Context(), Caller{}, location, 60)
		_, removeErr := b.RemoveObjects(t.Context(), Caller{}, location.Bucket, []string{location.Name})
		_, downloadErr := b.DownloadObject(t.Context(), Caller{}, location, http.MethodGet, nil)
		good := ObjectLocation{"b", "good"}
		for what, err := range map[string]error{
			"sign": signErr, "remove": removeErr, "download": downloadErr,
			"upload": b.UploadObject(t.Context(), Caller{}, location, Upload{Body: http.NoBody}),
			"move":   b.MoveObject(t.Context(), Caller{}, location, good), "move to": b.MoveObject(t.Context(), Caller{}, good, location),
			"copy": b.CopyObject(t.Context(), Caller{}, location, good, false), "copy to": b.CopyObject(t.Context(), Caller{}, good, location, false),
		} {
			if !errors.Is(err, ErrInvalidName) {
				t.Errorf("%s %+v: got %v, want a rejection", what, location, err)
			}
		}
	}
	if r.requestCount() != before {
		t.Error("a rejected name reached the backend")
	}
}

func TestABucketNameIsOneSegment(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, `{"hasNext":false,"folders":[],"objects":[]}`))
	if _, err := r.newBackend(t, Config{}).ListObjects(t.Context(), Caller{}, "../bucket?x", ListRequest{Limit: 1}); err != nil {
		t.Fatal(err)
	}
	if got := r.lastRequest(t).Path; got != "/storage/v1/object/list-v2/..%2Fbucket%3Fx" {
		t.Errorf("went to %q", got)
	}
}

// Checks the fields that the types of storage-go do not have: MIME types of a bucket, the
// names that were removed, the other bucket of a move.
func TestStorageCallsSendAndReturnEveryField(t *testing.T) {
	bodies := map[string]string{
		"/storage/v1/bucket":        `[{"id":"b","name":"b","public":true,"file_size_limit":5,"allowed_mime_types":["image/*"],"created_at":"2026-01-02T03:04:05.678Z"}]`,
		"/storage/v1/object/b":      `[{"name":"x","bucket_id":"b"}]`,
		"/storage/v1/object/move":   `{"message":"Successfully moved"}`,
		"/storage/v1/object/sign/b": `[{"error":null,"path":"x","signedURL":"/object/sign/b/x?token=t"}]`,
	}
	r := newRecordingBackend(t, func(w http.ResponseWriter, req *http.Request) { respondWithJSON(200, bodies[req.URL.Path])(w, req) })
	b, ctx := r.newBackend(t, Config{}), t.Context()

	buckets, err := b.ListBuckets(ctx, Caller{})
	if err != nil || len(buckets) != 1 || buckets[0].AllowedMIMETypes[0] != "image/*" || *buckets[0].FileSizeLimit != 5 ||
		!buckets[0].CreatedAt.Equal(time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)) {
		t.Errorf("buckets: %+v, %v", buckets, err)
	}
	removed, err := b.RemoveObjects(ctx, Caller{}, "b", []string{"x", "y"})
	if err != nil || len(removed) != 1 || removed[0] != "x" {
		t.Errorf("remove: %v, %v", removed, err)
	}
	if err := b.MoveObject(ctx, Caller{}, ObjectLocation{"b", "x"}, ObjectLocation{"c", "y"}); err != nil {
		t.Error(err)
	}
	if got := r.lastRequest(t).Body; !strings.Contains(got, `"destinationBucket":"c"`) {
		t.Errorf("move asked %s", got)
	}
	signed, err := b.SignObject(ctx, Caller{}, ObjectLocation{"b", "x"}, 60)
	if err != nil || signed != "t" {
		t.Errorf("signed: %s, %v", signed, err)
	}
}

// storage-go and postgrest-go read all of a body first; an upload must reach
// the backend while it is still being sent.
func TestUploadsAndDownloadsStream(t *testing.T) {
	arrived := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodPost {
			_, _ = io.ReadFull(req.Body, make([]byte, 5))
			close(arrived)
			_, _ = io.Copy(io.Discard, req.Body)
		}
		respondWithJSON(200, `{"Key":"b/x"}`)(w, req)
	}))
	t.Cleanup(server.Close)
	r := &recordingBackend{Server: server}
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- r.newBackend(t, Config{}).UploadObject(t.Context(), Caller{}, ObjectLocation{"b", "x"}, Upload{Body: reader, Length: -1, ContentType: "a/b"})
	}()
	_, _ = io.WriteString(writer, "first")
	select {
	case <-arrived:
	case <-time.After(30 * time.Second):
		t.Fatal("the first bytes did not arrive before the last were sent")
	}
	_, _ = io.WriteString(writer, "last")
	_ = writer.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A browser that sends slowly is not the backend's silence.
func TestASlowUploadIsWaitedFor(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body)
		respondWithJSON(200, `{"Key":"b/x"}`)(w, req)
	}))
	t.Cleanup(server.Close)
	b := (&recordingBackend{Server: server}).newBackend(t, Config{Timeout: time.Second})
	reader, writer := io.Pipe()
	go func() {
		_, _ = io.WriteString(writer, "x")
		time.Sleep(1500 * time.Millisecond)
		_ = writer.Close()
	}()
	if err := b.UploadObject(t.Context(), Caller{}, ObjectLocation{"b", "x"}, Upload{Body: reader, Length: -1, ContentType: "a/b"}); err != nil {
		t.Error(err)
	}
}

func TestDownloadsForwardConditionsAndStatus304(t *testing.T) {
	r := newRecordingBackend(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", `"e"`)
		w.WriteHeader(http.StatusNotModified)
	})
	resp, err := r.newBackend(t, Config{}).DownloadObject(t.Context(), Caller{}, ObjectLocation{"b", "x"}, http.MethodGet, http.Header{"If-None-Match": {`"e"`}})
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusNotModified || r.lastRequest(t).Header.Get("If-None-Match") != `"e"` {
		t.Errorf("status %d, asked %v", resp.StatusCode, r.lastRequest(t).Header)
	}
}

func TestALongResponseIsNotReadToItsEnd(t *testing.T) {
	sent := 0
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		block := []byte("[" + strings.Repeat(`{"id":"b","name":"b"},`, 1<<16))
		for range 100 {
			if _, err := w.Write(block); err != nil { // read no further
				break
			}
			sent += len(block)
		}
	}))
	b, err := New(Config{URL: web.URL, PublishableKey: "key"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.ListBuckets(t.Context(), Caller{}); !errors.Is(err, ErrInvalidResponse) {
		t.Errorf("got %v", err)
	}
	web.Close() // waits for the handler
	if sent > 100<<20 {
		t.Errorf("%d bytes were read", sent)
	}
}
