package storage

import (
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/pgtest"
)

// signedURL signs an object of docs as who and returns the URL.
func (s *server) signedURL(t *testing.T, who, key string, body map[string]any) string {
	t.Helper()
	return decodeBody[struct{ SignedURL string }](t, s.send(who, "POST", "/object/sign/docs/"+escapeKey(key), body).want(t, 200)).SignedURL
}

func TestSignedURLs(t *testing.T) {
	now := time.Now()
	clock := func() time.Time { return now }
	s := newServer(t, func(o *Options) { o.Now, o.Keys = clock, caller.NewKeys([]byte(pgtest.Secret), clock) })
	s.put("docs", "shared/a.txt", "hello", "Cache-Control", "max-age=60")
	s.put("docs", alice+"/b.txt", "private")
	signedURL := s.signedURL(t, "bob", "shared/a.txt", map[string]any{"expiresIn": 60})
	if !strings.HasPrefix(signedURL, "/object/sign/docs/shared/a.txt?token=") {
		t.Fatalf("got %s", signedURL)
	}
	_, token, _ := strings.Cut(signedURL, "token=")

	download := s.send("", "GET", signedURL+"&download=x.txt", nil).want(t, 200, "hello")
	if download.header.Get("Content-Disposition") == "" || download.header.Get("Cache-Control") != "" || download.header.Get("Expires") == "" {
		t.Errorf("got headers %v", download.header)
	}
	s.send("", "HEAD", signedURL, nil).want(t, 200)
	s.send("", "GET", signedURL, nil, "Range", "bytes=1-2").want(t, 206, "el")
	s.send("bob", "POST", "/object/sign/docs/"+alice+"/b.txt", map[string]any{"expiresIn": 60}).wantError(t, "404", "NoSuchKey")
	s.send("bob", "POST", "/object/sign/docs/shared/a.txt", map[string]any{"expiresIn": 0}).wantError(t, "400", "InvalidRequest")
	s.send("bob", "POST", "/object/sign/docs/shared/a.txt", map[string]any{}).wantError(t, "400", "InvalidRequest")
	s.send("", "GET", "/object/sign/docs/"+alice+"/b.txt?token="+token, nil).wantError(t, "400", "InvalidSignature")
	s.send("", "GET", "/object/sign/docs/shared/a.txt?token="+token+"x", nil).wantError(t, "400", "InvalidJWT")
	s.send("", "GET", "/object/sign/docs/shared/a.txt", nil).wantError(t, "400", "InvalidJWT")
	s.send("", "GET", "/object/sign/docs/shared/a.txt?token="+s.tokenFor("service"), nil).wantError(t, "400", "InvalidSignature")
	// The token of a signed URL is not an access token.
	s.send("", "GET", "/object/docs/shared/a.txt", nil, "Authorization", "Bearer "+token).wantError(t, "404", "NoSuchKey")
	s.send("", "PUT", "/object/upload/sign/docs/shared/a.txt?token="+token, "x").wantError(t, "400", "InvalidSignature")

	now = now.Add(59 * time.Second)
	s.send("", "GET", signedURL, nil).want(t, 200)
	now = now.Add(time.Second)
	s.send("", "GET", signedURL, nil).wantError(t, "400", "InvalidJWT").want(t, 400, `\"exp\" claim timestamp check failed`)
	s.send("service", "DELETE", "/object/docs/shared/a.txt", nil).want(t, 200)
	deleted := s.signedURL(t, "alice", alice+"/b.txt", map[string]any{"expiresIn": 1e12})
	s.send("", "GET", deleted, nil).want(t, 200, "private")
	s.send("alice", "DELETE", "/object/docs/"+alice+"/b.txt", nil).want(t, 200)
	s.send("", "GET", deleted, nil).wantError(t, "404", "NoSuchKey")
}

func TestSignMany(t *testing.T) {
	s := newServer(t)
	s.put("docs", "shared/a.txt", "a")
	s.put("docs", alice+"/b.txt", "b")
	signed := decodeBody[[]signedURLEntry](t, s.send("bob", "POST", "/object/sign/docs",
		map[string]any{"expiresIn": 60, "paths": []string{"shared/a.txt", alice + "/b.txt", "nothing"}}).want(t, 200, `"error":null,"path":"shared/a.txt"`, `"signedURL":null`))
	if len(signed) != 3 || signed[0].Error != nil || signed[1].Error == nil || signed[2].Error == nil || signed[1].SignedURL != nil {
		t.Fatalf("got %v", signed)
	}
	s.send("", "GET", *signed[0].SignedURL, nil).want(t, 200, "a")
	s.send("bob", "POST", "/object/sign/docs", map[string]any{"expiresIn": 60}).wantError(t, "400", "InvalidRequest")
}

func TestSignedUploads(t *testing.T) {
	s := newServer(t)
	path := "/object/upload/sign/docs/" + alice + "/a.txt"
	type signed struct{ URL, Token string }
	single := decodeBody[signed](t, s.send("alice", "POST", path, map[string]any{}).want(t, 200))
	if single.URL != path+"?token="+single.Token {
		t.Fatalf("got %v", single)
	}
	s.send("bob", "POST", path, nil).wantError(t, "403", "AccessDenied")
	s.send("alice", "POST", "/object/upload/sign/docs/"+alice+"/%23", nil).wantError(t, "400", "InvalidKey")
	s.send("", "PUT", single.URL, "one", "Content-Type", "text/plain").want(t, 200, `{"Key":"docs/`+alice+`/a.txt"}`)
	s.send("", "PUT", single.URL, "two", "X-Upsert", "true").wantError(t, "409", "KeyAlreadyExists")
	s.send("", "GET", "/object/sign/docs/"+alice+"/a.txt?token="+single.Token, nil).wantError(t, "400", "InvalidSignature")
	s.send("alice", "POST", path, nil).wantError(t, "409", "KeyAlreadyExists")
	if owner := queryValue[string](s, `select owner_id from storage.objects`); owner != alice {
		t.Errorf("got owner %s", owner)
	}
	upsert := decodeBody[signed](t, s.send("alice", "POST", path, nil, "X-Upsert", "true").want(t, 200))
	s.send("", "PUT", upsert.URL, "two", "Content-Type", "text/plain").want(t, 200)
	s.send("alice", "GET", "/object/docs/"+alice+"/a.txt", nil).want(t, 200, "two")
	s.send("", "PUT", "/object/upload/sign/docs/"+bob+"/a.txt?token="+upsert.Token, "x").wantError(t, "400", "InvalidSignature")
	s.send("", "PUT", path+"?token=x", "x").wantError(t, "400", "InvalidJWT")
}
