package storage

import (
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// encodeTusFields encodes names and values for Upload-Metadata.
func encodeTusFields(fields ...string) string {
	var pairs []string
	for i := 0; i < len(fields); i += 2 {
		pairs = append(pairs, fields[i]+" "+base64.StdEncoding.EncodeToString([]byte(fields[i+1])))
	}
	return strings.Join(pairs, ",")
}

// sendTus sends a tus request.
func (s *server) sendTus(who, method, path string, body any, headers ...string) testResponse {
	s.t.Helper()
	return s.send(who, method, path, body, append([]string{"Tus-Resumable", "1.0.0"}, headers...)...)
}

// createUpload creates an upload for alice and returns its path.
func (s *server) createUpload(key string, length int, headers ...string) string {
	s.t.Helper()
	headers = append([]string{"Upload-Length", strconv.Itoa(length),
		"Upload-Metadata", encodeTusFields("bucketName", "docs", "objectName", key, "contentType", "text/css", "cacheControl", "60", "metadata", `{"a":1}`)}, headers...)
	created := s.sendTus("alice", "POST", "/upload/resumable", nil, headers...).want(s.t, 201)
	location, ok := strings.CutPrefix(created.header.Get("Location"), s.url)
	if !ok || created.header.Get("Upload-Expires") == "" {
		s.t.Fatalf("got headers %v", created.header)
	}
	return location
}

// sendChunk sends a chunk as alice.
func (s *server) sendChunk(location string, offset int, body any, headers ...string) testResponse {
	s.t.Helper()
	return s.sendTus("alice", "PATCH", location, body,
		append([]string{"Content-Type", tusContentType, "Upload-Offset", strconv.Itoa(offset)}, headers...)...)
}

func TestResumableUpload(t *testing.T) {
	s := newServer(t)
	key := alice + "/a.css"
	content := strings.Repeat("0123456789", 100_000)
	location := s.createUpload(key, len(content))
	s.sendTus("alice", "HEAD", location, nil).want(t, 200)
	if got := s.sendChunk(location, 0, content[:600_000]).want(t, 204); got.header.Get("Upload-Offset") != "600000" {
		t.Errorf("got headers %v", got.header)
	}
	s.send("alice", "GET", objectPath("docs", key), nil).wantError(t, "404", "NoSuchKey")
	s.sendChunk(location, 0, content).want(t, 409, "Upload-Offset conflict")
	s.sendChunk(location, 700_000, content).want(t, 409)

	// A new process continues the upload.
	s = newServerOn(t, s.db, s.h.Dir)
	if _, err := s.h.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	head := s.sendTus("alice", "HEAD", location, nil).want(t, 200)
	if head.header.Get("Upload-Offset") != "600000" || head.header.Get("Upload-Length") != "1000000" || head.header.Get("Cache-Control") != "no-store" {
		t.Errorf("got headers %v", head.header)
	}
	s.sendChunk(location, 600_000, content[600_000:]).want(t, 204)
	s.send("alice", "GET", objectPath("docs", key), nil).want(t, 200, content)
	s.send("alice", "GET", "/object/info/docs/"+key, nil).want(t, 200,
		`"size":1000000`, `"content_type":"text/css"`, `"cache_control":"max-age=60"`, `"metadata":{"a":1}`)
	if head := s.sendTus("alice", "HEAD", location, nil).want(t, 200); head.header.Get("Upload-Offset") != "1000000" {
		t.Errorf("finished upload: got headers %v", head.header)
	}
	s.sendChunk(location, 1_000_000, "").want(t, 409)
	s.sendTus("alice", "DELETE", location, nil).want(t, 400, "already completed")
	if files := s.listFiles(); len(files) != 1 {
		t.Errorf("got files %v, want 1", files)
	}
}

func TestResumableCreation(t *testing.T) {
	s := newServer(t, func(o *Options) { o.FileSizeLimit = 1000 })
	s.put("docs", alice+"/existing.txt", "x")
	docs := func(key string) string {
		return encodeTusFields("bucketName", "docs", "objectName", key)
	}
	for _, tt := range []struct {
		name, who string
		headers   []string
		status    int
		text      string
	}{
		{"into the own folder", "alice", []string{"Upload-Length", "10", "Upload-Metadata", docs(alice + "/a")}, 201, ""},
		{"with deferred length", "alice", []string{"Upload-Defer-Length", "1", "Upload-Metadata", docs(alice + "/a")}, 201, ""},
		{"without a length", "alice", []string{"Upload-Metadata", docs(alice + "/a")}, 400, "Upload-Length"},
		{"with a negative length", "alice", []string{"Upload-Length", "-1", "Upload-Metadata", docs(alice + "/a")}, 400, "Upload-Length"},
		{"above the server's limit", "alice", []string{"Upload-Length", "1001", "Upload-Metadata", docs(alice + "/a")}, 413, "Maximum size exceeded"},
		{"above the bucket's limit", "service", []string{"Upload-Length", "11", "Upload-Metadata", encodeTusFields("bucketName", "small", "objectName", "a")}, 413, "Maximum size exceeded"},
		{"with a type that the bucket rejects", "service", []string{"Upload-Length", "1", "Upload-Metadata", encodeTusFields("bucketName", "small", "objectName", "a", "contentType", "a/b")}, 415, "mime type a/b is not supported"},
		{"into another user's folder", "bob", []string{"Upload-Length", "10", "Upload-Metadata", docs(alice + "/a")}, 403, "row-level security"},
		{"to an existing object", "alice", []string{"Upload-Length", "10", "Upload-Metadata", docs(alice + "/existing.txt")}, 409, "The resource already exists"},
		{"to an existing object with upsert", "alice", []string{"Upload-Length", "10", "X-Upsert", "true", "Upload-Metadata", docs(alice + "/existing.txt")}, 201, ""},
		{"to a missing bucket", "service", []string{"Upload-Length", "10", "Upload-Metadata", encodeTusFields("bucketName", "nothing", "objectName", "a")}, 404, ""},
		{"without metadata", "alice", []string{"Upload-Length", "10"}, 400, "Metadata header is required"},
		{"with invalid metadata", "alice", []string{"Upload-Length", "10", "Upload-Metadata", "bucketName !"}, 400, "Upload-Metadata is invalid"},
		{"with an invalid key", "alice", []string{"Upload-Length", "10", "Upload-Metadata", docs(alice + "/#")}, 400, "Invalid key"},
		{"without a token", "", []string{"Upload-Length", "10", "Upload-Metadata", docs("a")}, 403, "Invalid Compact JWS"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.sendTus(tt.who, "POST", "/upload/resumable", nil, tt.headers...).want(t, tt.status, tt.text)
			if tt.status >= 400 && !strings.HasPrefix(got.header.Get("Content-Type"), "text/plain") {
				t.Errorf("got error type %s", got.header.Get("Content-Type"))
			}
		})
	}
	s.send("alice", "POST", "/upload/resumable", nil, "Upload-Length", "1").want(t, 412)
	options := s.send("", "OPTIONS", "/upload/resumable", nil).want(t, 204)
	if options.header.Get("Tus-Max-Size") != "1000" || options.header.Get("Tus-Version") != "1.0.0" || !strings.Contains(options.header.Get("Tus-Extension"), "creation-with-upload") {
		t.Errorf("got headers %v", options.header)
	}
}

func TestResumableExtensions(t *testing.T) {
	s := newServer(t)
	get := func(t *testing.T, key, want string) {
		t.Helper()
		s.send("alice", "GET", objectPath("docs", key), nil).want(t, 200, want)
	}
	t.Run("creation with upload", func(t *testing.T) {
		key := alice + "/with"
		created := s.sendTus("alice", "POST", "/upload/resumable", "hello", "Content-Type", tusContentType, "Upload-Length", "11",
			"Upload-Metadata", encodeTusFields("bucketName", "docs", "objectName", key)).want(t, 201)
		if created.header.Get("Upload-Offset") != "5" {
			t.Errorf("got headers %v", created.header)
		}
		s.sendChunk(strings.TrimPrefix(created.header.Get("Location"), s.url), 5, " world").want(t, 204)
		get(t, key, "hello world")
		s.send("alice", "GET", "/object/info/docs/"+key, nil).want(t, 200, `"content_type":"text/plain; charset=utf-8"`)
	})
	t.Run("creation with too many bytes", func(t *testing.T) {
		before := len(s.listFiles("uploads"))
		s.sendTus("alice", "POST", "/upload/resumable", "hello!", "Content-Type", tusContentType, "Upload-Length", "5",
			"Upload-Metadata", encodeTusFields("bucketName", "docs", "objectName", alice+"/much")).want(t, 413)
		if after := s.listFiles("uploads"); len(after) != before {
			t.Errorf("got %d files, want %d", len(after), before)
		}
	})
	t.Run("empty upload", func(t *testing.T) {
		s.createUpload(alice+"/empty", 0)
		get(t, alice+"/empty", "")
	})
	t.Run("deferred length", func(t *testing.T) {
		key := alice + "/later"
		created := s.sendTus("alice", "POST", "/upload/resumable", nil, "Upload-Defer-Length", "1",
			"Upload-Metadata", encodeTusFields("bucketName", "docs", "objectName", key)).want(t, 201)
		location := strings.TrimPrefix(created.header.Get("Location"), s.url)
		s.sendChunk(location, 0, "hello").want(t, 204)
		if head := s.sendTus("alice", "HEAD", location, nil); head.header.Get("Upload-Defer-Length") != "1" || head.header.Get("Upload-Length") != "" {
			t.Errorf("got headers %v", head.header)
		}
		s.sendChunk(location, 5, "", "Upload-Length", "4").want(t, 400)
		s.sendChunk(location, 5, " world", "Upload-Length", "11").want(t, 204)
		get(t, key, "hello world")
	})
	t.Run("termination", func(t *testing.T) {
		location := s.createUpload(alice+"/ended", 10)
		s.sendChunk(location, 0, "hello").want(t, 204)
		s.sendTus("bob", "DELETE", location, nil).want(t, 403)
		s.sendTus("alice", "DELETE", location, nil).want(t, 204)
		s.sendTus("alice", "HEAD", location, nil).want(t, 404)
		s.sendChunk(location, 5, "world").want(t, 404)
	})
	t.Run("checksum", func(t *testing.T) {
		location := s.createUpload(alice+"/summed", 10)
		sum := func(text string) string {
			hash := sha1.Sum([]byte(text))
			return "sha1 " + base64.StdEncoding.EncodeToString(hash[:])
		}
		s.sendChunk(location, 0, "hallo", "Upload-Checksum", sum("hello")).want(t, 460, "Checksum mismatch")
		s.sendChunk(location, 0, "hello", "Upload-Checksum", "crc1 AAAA").want(t, 400)
		s.sendChunk(location, 0, "hello", "Upload-Checksum", sum("hello")).want(t, 204)
		s.sendChunk(location, 5, "world", "Upload-Checksum", sum("world")).want(t, 204)
		get(t, alice+"/summed", "helloworld")
	})
	t.Run("more bytes than the length", func(t *testing.T) {
		location := s.createUpload(alice+"/more", 5)
		s.sendChunk(location, 0, "hello!").want(t, 413)
		s.sendChunk(location, 0, "hello").want(t, 204)
		get(t, alice+"/more", "hello")
	})
	t.Run("wrong content type", func(t *testing.T) {
		s.sendTus("alice", "PATCH", s.createUpload(alice+"/typed", 5), "hello", "Upload-Offset", "0", "Content-Type", "text/plain").want(t, 415)
	})
	t.Run("another user", func(t *testing.T) {
		location := s.createUpload(alice+"/private", 5)
		s.sendTus("bob", "PATCH", location, "hello", "Content-Type", tusContentType, "Upload-Offset", "0").want(t, 403)
		s.sendTus("", "PATCH", location, "hello", "Content-Type", tusContentType, "Upload-Offset", "0").want(t, 403)
	})
	t.Run("an object that was created during the upload", func(t *testing.T) {
		location := s.createUpload(alice+"/concurrent", 5)
		s.put("docs", alice+"/concurrent", "first")
		s.sendChunk(location, 0, "hello").want(t, 409, "The resource already exists")
		get(t, alice+"/concurrent", "first")
	})
	t.Run("method override", func(t *testing.T) {
		location := s.createUpload(alice+"/override", 5)
		s.sendTus("alice", "POST", location, "hello", "X-HTTP-Method-Override", "PATCH", "Content-Type", tusContentType, "Upload-Offset", "0").want(t, 204)
		get(t, alice+"/override", "hello")
	})
}

func TestResumableUploadsBySignature(t *testing.T) {
	s := newServer(t)
	key := alice + "/a.txt"
	signed := decodeBody[struct{ Token string }](t, s.send("alice", "POST", "/object/upload/sign/docs/"+key, nil).want(t, 200))
	metadata := encodeTusFields("bucketName", "docs", "objectName", key)
	s.sendTus("", "POST", "/upload/resumable/sign", nil, "Upload-Length", "5", "Upload-Metadata", metadata).want(t, 400)
	s.sendTus("", "POST", "/upload/resumable/sign", nil, "Upload-Length", "5", "X-Signature", signed.Token,
		"Upload-Metadata", encodeTusFields("bucketName", "docs", "objectName", bob+"/a.txt")).want(t, 400, "Invalid signature")
	created := s.sendTus("", "POST", "/upload/resumable/sign", nil, "Upload-Length", "5", "X-Signature", signed.Token, "Upload-Metadata", metadata).want(t, 201)
	location := strings.TrimPrefix(created.header.Get("Location"), s.url)
	s.sendTus("", "HEAD", location, nil).want(t, 200)
	s.sendTus("", "PATCH", location, "hello", "Content-Type", tusContentType, "Upload-Offset", "0").want(t, 400)
	s.sendTus("", "PATCH", location, "hello", "Content-Type", tusContentType, "Upload-Offset", "0", "X-Signature", signed.Token).want(t, 204)
	s.send("alice", "GET", objectPath("docs", key), nil).want(t, 200, "hello")
	if owner := queryValue[string](s, `select owner_id from storage.objects`); owner != alice {
		t.Errorf("got owner %s", owner)
	}
}

func TestResumableUploadsExpire(t *testing.T) {
	now := time.Now()
	s := newServer(t, func(o *Options) { o.Now = func() time.Time { return now } })
	location := s.createUpload(alice+"/a", 10)
	s.sendChunk(location, 0, "hello").want(t, 204)
	now = now.Add(24 * time.Hour)
	s.sendChunk(location, 5, "world").want(t, 410)
	if repaired, err := s.h.Repair(t.Context()); err != nil || repaired.Uploads != 1 {
		t.Fatalf("got %v, %v", repaired, err)
	}
	s.sendTus("alice", "HEAD", location, nil).want(t, 404)
	if files := s.listFiles("uploads"); len(files) > 0 {
		t.Errorf("files remain: %v", files)
	}
}

func TestBytesBeforeADisconnectAreStored(t *testing.T) {
	s := newServer(t)
	location := s.createUpload(alice+"/a", 1_000_000)
	connection, err := net.Dial("tcp", strings.TrimPrefix(strings.TrimSuffix(s.url, "/storage/v1"), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(connection, "PATCH /storage/v1%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nTus-Resumable: 1.0.0\r\n"+
		"Content-Type: %s\r\nUpload-Offset: 0\r\nContent-Length: 1000000\r\n\r\n%s", location, s.tokenFor("alice"), tusContentType, make([]byte, 300_000))
	if err != nil {
		t.Fatal(err)
	}
	path := s.h.uploads.bytesPath(filepath.Base(location))
	waitFor(t, func() bool { written, err := os.Stat(path); return err == nil && written.Size() == 300_000 })
	s.sendChunk(location, 0, "x").want(t, 423)
	if err := connection.Close(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return s.sendTus("alice", "HEAD", location, nil).header.Get("Upload-Offset") == "300000" })
	waitFor(t, func() bool { // the interrupted request can hold the lock for a short time after its last write
		rest := s.sendChunk(location, 300_000, bytes.NewReader(make([]byte, 700_000)))
		if rest.status == 423 {
			return false
		}
		rest.want(t, 204)
		return true
	})
	if got := s.send("alice", "GET", "/object/docs/"+alice+"/a", nil).want(t, 200); len(got.body) != 1_000_000 {
		t.Errorf("got %d bytes", len(got.body))
	}
}

func TestUnacknowledgedBytesAreIgnored(t *testing.T) {
	s := newServer(t)
	location := s.createUpload(alice+"/a", 10)
	s.sendChunk(location, 0, "hello").want(t, 204)
	// Simulates a crash during the next chunk.
	file, err := os.OpenFile(s.h.uploads.bytesPath(filepath.Base(location)), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("\x00\x00\x00\x00\x00\x00\x00\x00"); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	s.sendChunk(location, 5, "world").want(t, 204)
	s.send("alice", "GET", "/object/docs/"+alice+"/a", nil).want(t, 200, "helloworld")
}
