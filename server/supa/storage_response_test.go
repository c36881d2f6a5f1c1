package supa

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// storageCalls are all calls of the storage area, with a response that each accepts.
var storageCalls = map[string]struct {
	accepted string
	call     func(b *Backend, caller Caller, bucket string) error
}{
	"buckets": {`[]`, func(b *Backend, c Caller, _ string) error {
		_, err := b.ListBuckets(context.Background(), c)
		return err
	}},
	"list": {`{"hasNext":false,"folders":[{"name":"d/"}],"objects":[{"name":"x","id":"1"}]}`, func(b *Backend, c Caller, bucket string) error {
		_, err := b.ListObjects(context.Background(), c, bucket, ListRequest{Limit: 1})
		return err
	}},
	"remove": {`[{"name":"x"}]`, func(b *Backend, c Caller, bucket string) error {
		_, err := b.RemoveObjects(context.Background(), c, bucket, []string{"x"})
		return err
	}},
	"move": {`{"message":"Successfully moved"}`, func(b *Backend, c Caller, bucket string) error {
		return b.MoveObject(context.Background(), c, ObjectLocation{bucket, "x"}, ObjectLocation{"b", "y"})
	}},
	"move to": {`{"message":"Successfully moved"}`, func(b *Backend, c Caller, bucket string) error {
		return b.MoveObject(context.Background(), c, ObjectLocation{"b", "x"}, ObjectLocation{bucket, "y"})
	}},
	"copy": {`{"Key":"b/y"}`, func(b *Backend, c Caller, bucket string) error {
		return b.CopyObject(context.Background(), c, ObjectLocation{bucket, "x"}, ObjectLocation{"b", "y"}, false)
	}},
	"sign": {`[{"error":null,"path":"x","signedURL":"/object/sign/b/x?token=t"}]`, func(b *Backend, c Caller, bucket string) error {
		_, err := b.SignObject(context.Background(), c, ObjectLocation{bucket, "x"}, 60)
		return err
	}},
	"upload": {`{"Key":"b/x","Id":"1"}`, func(b *Backend, c Caller, bucket string) error {
		return b.UploadObject(context.Background(), c, ObjectLocation{bucket, "x"}, Upload{Body: io.NopCloser(strings.NewReader("x")), Length: 1, ContentType: "a/b"})
	}},
}

func TestAStorageResponseOfAnotherShapeIsAnError(t *testing.T) {
	bodies := []string{
		"<!doctype html><title>Sign in</title>", "", "null", "{}", "[]", `[{}]`, `[null]`, `{"message":""}`, `"ok"`, "1", `{"Key":1}`,
		`{"Key":"b/z"}`, `{"signedURL":"/object/public/b/x"}`, `[{"error":null,"path":"x","signedURL":"https://elsewhere.example/object/sign/b/x?token=t"}]`,
		`{"statusCode":"404","error":"not_found","message":"Object not found"}`,
	}
	for name, test := range storageCalls {
		for _, body := range append(bodies, test.accepted[:len(test.accepted)-1], test.accepted+"{}") {
			if body == "[]" && test.accepted[0] == '[' { // an empty list, for a call that returns a list
				continue
			}
			err := test.call(newRecordingBackend(t, respondWithJSON(200, body)).newBackend(t, Config{}), Caller{}, "b")
			if !errors.Is(err, ErrInvalidResponse) {
				t.Errorf("%s accepted %s: %v", name, body, err)
			}
		}
		if err := test.call(newRecordingBackend(t, respondWithJSON(200, test.accepted)).newBackend(t, Config{}), Caller{}, "b"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The connection ends before the announced length.
func TestATruncatedStorageResponseIsAnError(t *testing.T) {
	for name, test := range storageCalls {
		r := newRecordingBackend(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, test.accepted)
		})
		if err := test.call(r.newBackend(t, Config{}), Caller{}, "b"); !errors.Is(err, ErrUnreachable) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestBucketsNamedLikeRoutesAreRejected(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, `{}`))
	b := r.newBackend(t, Config{})
	for _, bucket := range []string{"sign", "public", "authenticated", "info", "list", "list-v2", "upload", "move", "copy", "render"} {
		for name, test := range storageCalls {
			if name == "buckets" {
				continue
			}
			if err := test.call(b, Caller{}, bucket); !errors.Is(err, ErrReservedBucket) {
				t.Errorf("%s in %q: %v", name, bucket, err)
			}
		}
		if _, err := b.DownloadObject(t.Context(), Caller{}, ObjectLocation{bucket, "x"}, http.MethodGet, nil); !errors.Is(err, ErrReservedBucket) {
			t.Errorf("download from %q: %v", bucket, err)
		}
	}
	if r.requestCount() != 0 {
		t.Errorf("%d requests reached the backend", r.requestCount())
	}
}

// A refresh uses up the refresh token, and a name or a function's own error can
// contain the words of a token error.
func TestOnlyATokenErrorRenewsTheSession(t *testing.T) {
	for _, test := range []struct {
		status int
		body   string
		renews bool
	}{
		{400, `{"statusCode":"403","error":"Unauthorized","message":"\"exp\" claim timestamp check failed","code":"AccessDenied"}`, true},
		{400, `{"statusCode":"400","error":"jwt expired","message":"jwt expired"}`, true},
		{400, `{"statusCode":"403","error":"InvalidJWT","message":"Invalid Compact JWS","code":"InvalidJWT"}`, true},
		{400, `{"statusCode":"400","error":"InvalidKey","message":"Invalid key: jwt expired.txt","code":"InvalidKey"}`, false},
		{400, `{"statusCode":"400","error":"Invalid Input","message":"Invalid key: \"exp\" claim timestamp check failed"}`, false},
		{400, `{"statusCode":"403","error":"Unauthorized","message":"new row violates row-level security policy","code":"AccessDenied"}`, false},
		{400, `{"statusCode":"404","error":"not_found","message":"jwt expired","code":"NoSuchKey"}`, false},
		{400, `{"statusCode":"400","error":"InvalidSignature","message":"Invalid signature","code":"InvalidSignature"}`, false},
		{400, `{"statusCode":"400","error":"Error","message":"querystring must have required property 'token'"}`, false},
	} {
		renewed := false
		caller := Caller{Token: "old", RenewToken: func(context.Context, string) (string, error) { renewed = true; return "new", nil }}
		for name, call := range storageCalls {
			renewed = false
			err := call.call(newRecordingBackend(t, respondWithJSON(test.status, test.body)).newBackend(t, Config{}), caller, "b")
			if err == nil || (renewed != test.renews && name != "upload") { // an upload's body can't be sent twice
				t.Errorf("%s, %s: renewed %t, %v", name, test.body, renewed, err)
			}
		}
	}
	for body, renews := range map[string]bool{
		`{"code":"PGRST303","message":"JWT expired"}`:      true,
		`{"code":"42501","message":"permission denied"}`:   false,
		`{"code":"PGRST302","message":"Anonymous access"}`: false,
	} {
		renewed := false
		caller := Caller{Token: "old", RenewToken: func(context.Context, string) (string, error) { renewed = true; return "new", nil }}
		b := newRecordingBackend(t, respondWithJSON(401, body)).newBackend(t, Config{})
		if _, err := b.CallFunction(t.Context(), caller, FunctionCall{Schema: "public", Function: "f", Body: []byte("{}")}); err == nil || renewed != renews {
			t.Errorf("%s: renewed %t, %v", body, renewed, err)
		}
	}
	renewed := false
	caller := Caller{Token: "old", RenewToken: func(context.Context, string) (string, error) { renewed = true; return "new", nil }}
	b := newRecordingBackend(t, respondWithJSON(400, `{"code":"PGRST303","message":"raised by a function"}`)).newBackend(t, Config{})
	if _, err := b.CallFunction(t.Context(), caller, FunctionCall{Schema: "public", Function: "f", Body: []byte("{}")}); err == nil || renewed {
		t.Errorf("a function's own error renewed the session: %v", err)
	}
}
