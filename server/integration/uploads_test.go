//go:build unix

package integration

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

const tusPartType = "Content-Type: application/offset+octet-stream"

// formatUploadMetadata returns the header of a new upload.
func formatUploadMetadata(bucket, name string) string {
	encode := func(key, value string) string { return key + " " + base64.StdEncoding.EncodeToString([]byte(value)) }
	return "Upload-Metadata: " + strings.Join([]string{
		encode("bucketName", bucket), encode("objectName", name), encode("contentType", "application/x-test"),
		encode("metadata", `{"originalName":"żółć.bin"}`),
	}, ",")
}

// sendTus sends a request of the protocol tus.
func (p *testClient) sendTus(method, path, body string, headers ...string) *response {
	p.t.Helper()
	return p.send(method, path, body, append([]string{"Tus-Resumable: 1.0.0"}, headers...)...)
}

// createUpload starts an upload and returns its path on the server.
func (p *testClient) createUpload(bucket, name string, length int, headers ...string) string {
	p.t.Helper()
	headers = append(headers, formatUploadMetadata(bucket, name), "Upload-Length: "+strconv.Itoa(length))
	created := p.sendTus("POST", "/api/uploads", "", headers...).requireStatus(201)
	location := created.Header.Get("Location")
	if !strings.HasPrefix(location, "/api/uploads/") || created.Header.Get("Tus-Resumable") != "1.0.0" || created.Header.Get("Upload-Expires") == "" {
		p.t.Fatalf("headers of a new upload: %v", created.Header)
	}
	return location
}

// generateContent returns pseudo-random bytes, the same for each seed.
func generateContent(seed, size uint64) []byte {
	content := make([]byte, size)
	source := rand.NewPCG(seed, seed)
	for i := range content {
		content[i] = byte(source.Uint64())
	}
	return content
}

func TestUploadsContinueOnAnotherReplica(t *testing.T) {
	first := startServer(t).signInAs("owner")
	second := startServer(t).signInAs("owner")
	content := generateContent(1, 3<<20)
	location := first.createUpload("documents", "uploads/replica.bin", len(content))

	part := first.sendTus("PATCH", location, string(content[:1<<20]), tusPartType, "Upload-Offset: 0").requireStatus(204)
	if part.Header.Get("Upload-Offset") != "1048576" || part.Header.Get("Upload-Expires") == "" {
		t.Errorf("headers of a part: %v", part.Header)
	}
	head := second.sendTus("HEAD", location, "").requireStatus(200)
	if head.Header.Get("Upload-Offset") != "1048576" || head.Header.Get("Upload-Length") != "3145728" || head.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers of an unfinished upload: %v", head.Header)
	}
	second.sendTus("PATCH", location, string(content[1<<20:]), tusPartType, "Upload-Offset: 1048576").requireStatus(204)

	got := first.send("GET", "/api/files/documents/uploads/replica.bin", "").requireStatus(200)
	if got.body != string(content) {
		t.Errorf("the object has %d bytes, which differ from those sent", len(got.body))
	}
}

// A connection that breaks in the middle of a part must not lose or repeat bytes.
func TestUploadsContinueAfterADroppedConnection(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	content := generateContent(2, 4<<20)
	location := owner.createUpload("documents", "uploads/dropped.bin", len(content))
	offset, breaks := 0, 0
	for deadline := time.Now().Add(time.Minute); offset < len(content); {
		if time.Now().After(deadline) {
			t.Fatalf("the offset is %d after %d broken connections", offset, breaks)
		}
		broken := io.MultiReader(bytes.NewReader(content[offset:min(offset+700_000, len(content))]), brokenReader{})
		req, err := http.NewRequest("PATCH", owner.url+location, broken)
		if err != nil {
			t.Fatal(err)
		}
		req.ContentLength = int64(len(content) - offset)
		req.Header = http.Header{"Tus-Resumable": {"1.0.0"}, "Content-Type": {"application/offset+octet-stream"}, "Upload-Offset": {strconv.Itoa(offset)}}
		if resp, err := owner.Do(req); err == nil {
			_ = resp.Body.Close() // also 423, while the backend has not noticed the previous broken connection
		}
		breaks++
		head := owner.sendTus("HEAD", location, "").requireStatus(200)
		if offset, err = strconv.Atoi(head.Header.Get("Upload-Offset")); err != nil {
			t.Fatal(err)
		}
	}
	if breaks < 6 {
		t.Errorf("the connection broke %d times", breaks)
	}
	got := owner.send("GET", "/api/files/documents/uploads/dropped.bin", "").requireStatus(200)
	if sha256.Sum256([]byte(got.body)) != sha256.Sum256(content) {
		t.Errorf("the object has %d bytes, which differ from those sent", len(got.body))
	}
}

// brokenReader is the rest of a body whose connection is lost.
type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestUploadErrorsKeepStatusAndText(t *testing.T) {
	web := startServer(t)
	owner, staff, viewer, guest := web.newGuest().signInAs("owner"), web.newGuest().signInAs("staff"), web.newGuest().signInAs("viewer"), web
	location := owner.createUpload("documents", "uploads/errors.bin", 10)
	owner.send("PUT", "/api/files/documents/uploads/taken.txt", "x", "Content-Type: text/plain").requireStatus(200)
	large := "Upload-Length: " + strconv.Itoa(20<<20+1)
	for _, test := range []struct {
		name    string
		client  *testClient
		method  string
		path    string
		headers []string
		body    string
		status  int
		text    string
	}{
		{"a name that is taken", owner, "POST", "/api/uploads", []string{formatUploadMetadata("documents", "uploads/taken.txt"), "Upload-Length: 1"}, "", 409, "already exists"},
		{"a file above the bucket's limit", owner, "POST", "/api/uploads", []string{formatUploadMetadata("documents", "uploads/large"), large}, "", 413, "Maximum size exceeded"},
		{"a type that the bucket rejects", owner, "POST", "/api/uploads", []string{formatUploadMetadata("product-photos", "a.bin"), "Upload-Length: 1"}, "", 415, "not supported"},
		{"a missing length", owner, "POST", "/api/uploads", []string{formatUploadMetadata("documents", "uploads/a")}, "", 400, "Upload-Length"},
		{"a folder without permission", staff, "POST", "/api/uploads", []string{formatUploadMetadata("documents", "contracts/a"), "Upload-Length: 1"}, "", 403, "row-level security"},
		{"a role without permission", viewer, "POST", "/api/uploads", []string{formatUploadMetadata("documents", "inbox/a"), "Upload-Length: 1"}, "", 403, "row-level security"},
		{"a guest", guest, "POST", "/api/uploads", []string{formatUploadMetadata("documents", "inbox/a"), "Upload-Length: 1"}, "", 403, "row-level security"},
		{"a part at another offset", owner, "PATCH", location, []string{tusPartType, "Upload-Offset: 5"}, "12345", 409, "Upload-Offset conflict"},
		{"a part of another type", owner, "PATCH", location, []string{"Content-Type: text/plain", "Upload-Offset: 0"}, "12345", 415, "Content-Type"},
		{"a part by another user", staff, "PATCH", location, []string{tusPartType, "Upload-Offset: 0"}, "12345", 403, ""},
		{"the end by another user", staff, "DELETE", location, nil, "", 403, ""},
		{"an unknown upload", owner, "HEAD", "/api/uploads/5ac04ff2-53a5-4e8b-9c2b-2f6e2d6f0000", nil, "", 404, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := test.client.sendTus(test.method, test.path, test.body, test.headers...).requireStatus(test.status)
			if !strings.Contains(got.body, test.text) || strings.HasPrefix(got.body, "{") || got.Header.Get("Tus-Resumable") != "1.0.0" {
				t.Errorf("got %q, %v, want a text with %q", got.body, got.Header, test.text)
			}
		})
	}
	owner.send("POST", "/api/uploads", "", formatUploadMetadata("documents", "uploads/b"), "Upload-Length: 1").requireStatus(412) // no Tus-Resumable
	owner.sendTus("DELETE", location, "").requireStatus(204)
	owner.sendTus("HEAD", location, "").requireStatus(404)
	limits := guest.sendTus("OPTIONS", "/api/uploads", "").requireStatus(204)
	if limits.Header.Get("Tus-Version") != "1.0.0" || limits.Header.Get("Tus-Max-Size") != strconv.Itoa(50<<20) || !strings.Contains(limits.Header.Get("Tus-Extension"), "creation") {
		t.Errorf("headers of OPTIONS: %v", limits.Header)
	}
}

// unsafeNames are names of objects that leave their bucket or folder on a server that resolves them.
var unsafeNames = []string{
	"../product-photos/x", "a/../../x", "..", ".", "", "/a", "a/", "a//b", "a\x00b", "a/./b", "\xff",
	"..%2f../x", "%2e%2e/x", "a\\..\\b",
}

func TestUploadsRejectUnsafeNames(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	for _, name := range unsafeNames {
		got := owner.sendTus("POST", "/api/uploads", "", formatUploadMetadata("documents", name), "Upload-Length: 1")
		if got.StatusCode != 400 {
			t.Errorf("%q: status %d, want 400: %s", name, got.StatusCode, got.body)
		}
	}
	for _, bucket := range []string{"sign", "..", "a/b", ""} {
		owner.sendTus("POST", "/api/uploads", "", formatUploadMetadata(bucket, "a"), "Upload-Length: 1").requireStatus(400)
	}
	for _, id := range []string{"..%2F..%2Fobject%2Flist", "%2e%2e", "a%2Fb"} {
		got := owner.sendTus("HEAD", "/api/uploads/"+id, "")
		if got.StatusCode != 400 && got.StatusCode != 404 {
			t.Errorf("%s: status %d", id, got.StatusCode)
		}
	}
	owner.sendTus("POST", "/api/uploads", "", "Upload-Metadata: bucketName !", "Upload-Length: 1").requireStatus(400)
}

func TestUploadsStoreTypeAndMetadata(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	location := owner.createUpload("documents", "uploads/a, b;c.bin", 5)
	owner.sendTus("PATCH", location, "hello", tusPartType, "Upload-Offset: 0").requireStatus(204)
	var stored struct {
		MIMEType string
		Metadata string
		Cache    string
	}
	err := connectDatabase(t).QueryRow(t.Context(), `select metadata->>'mimetype', user_metadata->>'originalName', metadata->>'cacheControl'
		from storage.objects where name = 'uploads/a, b;c.bin'`).Scan(&stored.MIMEType, &stored.Metadata, &stored.Cache)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(stored); got != "{application/x-test żółć.bin no-cache}" {
		t.Errorf("stored %s", got)
	}
	info := owner.send("GET", "/api/file-info/documents/uploads/a%2C%20b%3Bc.bin", "").requireStatus(200).body
	for _, want := range []string{`"originalName":"żółć.bin"`, `"mimeType":"application/x-test"`, `"size":5`, `"cacheControl":"no-cache"`} {
		if !strings.Contains(info, want) {
			t.Errorf("the details are %s, without %s", info, want)
		}
	}
	owner.send("PUT", "/api/files/documents/contracts/info.txt", "x", "Content-Type: text/plain", "X-Metadata: "+base64.StdEncoding.EncodeToString([]byte(`{"originalName":"ł.txt"}`))).requireStatus(200)
	if info := owner.send("GET", "/api/file-info/documents/contracts/info.txt", "").requireStatus(200).body; !strings.Contains(info, `"originalName":"ł.txt"`) {
		t.Errorf("the details of a whole upload are %s", info)
	}
	startServer(t).signInAs("staff").send("GET", "/api/file-info/documents/contracts/info.txt", "").requireStatus(404)
	// Another upload can replace the object only with X-Upsert.
	owner.sendTus("POST", "/api/uploads", "", formatUploadMetadata("documents", "uploads/a, b;c.bin"), "Upload-Length: 3").requireStatus(409)
	replacement := owner.createUpload("documents", "uploads/a, b;c.bin", 3, "X-Upsert: true")
	owner.sendTus("PATCH", replacement, "new", tusPartType, "Upload-Offset: 0", "X-Upsert: true").requireStatus(204)
	if got := owner.send("GET", "/api/files/documents/uploads/a%2C%20b%3Bc.bin", ""); got.body != "new" {
		t.Errorf("the object contains %q", got.body)
	}
}
