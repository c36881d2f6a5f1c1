//go:build unix

package integration

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
)

// fileOperation is a request about an object of the bucket documents.
type fileOperation struct {
	name   string
	inPath bool // the path of the request contains the name of the object
	send   func(client *testClient, object string) *response
}

// fileOperations are all operations on objects, except uploads, which have their own tests.
var fileOperations = []fileOperation{
	{"preview", true, func(c *testClient, object string) *response {
		return c.send("GET", "/api/files/documents/"+escapeSegments(object), "")
	}},
	{"part", true, func(c *testClient, object string) *response {
		return c.send("GET", "/api/files/documents/"+escapeSegments(object), "", "Range: bytes=0-1")
	}},
	{"details", true, func(c *testClient, object string) *response {
		return c.send("GET", "/api/file-info/documents/"+escapeSegments(object), "")
	}},
	{"move", false, func(c *testClient, object string) *response {
		return c.sendJSON("POST", "/api/files/documents/move", server.FileTransferRequest{SourcePath: object, DestinationPath: "inbox/moved.txt"})
	}},
	{"move to", false, func(c *testClient, object string) *response {
		return c.sendJSON("POST", "/api/files/documents/move", server.FileTransferRequest{SourcePath: "operations/source.txt", DestinationPath: object})
	}},
	{"copy", false, func(c *testClient, object string) *response {
		return c.sendJSON("POST", "/api/files/documents/copy", server.FileTransferRequest{SourcePath: object, DestinationPath: "inbox/copied.txt"})
	}},
	{"copy to", false, func(c *testClient, object string) *response {
		return c.sendJSON("POST", "/api/files/documents/copy", server.FileTransferRequest{SourcePath: "operations/source.txt", DestinationPath: object})
	}},
	{"replacement", false, func(c *testClient, object string) *response {
		return c.sendJSON("POST", "/api/files/documents/move", server.FileTransferRequest{SourcePath: object, DestinationPath: "inbox/replaced.txt", IsReplacement: true})
	}},
	{"replacement of", false, func(c *testClient, object string) *response {
		return c.sendJSON("POST", "/api/files/documents/copy", server.FileTransferRequest{SourcePath: "operations/source.txt", DestinationPath: object, IsReplacement: true})
	}},
	{"link", false, func(c *testClient, object string) *response {
		return c.sign("documents", server.FileSignRequest{Path: object, ExpiresIn: 60})
	}},
	{"remove", false, func(c *testClient, object string) *response {
		return c.sendJSON("POST", "/api/files/documents/remove", server.FileRemoveRequest{Paths: []string{object}})
	}},
	{"delete", true, func(c *testClient, object string) *response {
		return c.send("DELETE", "/api/files/documents/"+escapeSegments(object), "")
	}},
}

func (p *testClient) sendJSON(method, path string, body any) *response {
	p.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.send(method, path, string(text))
}

func TestFileOperationsRejectUnsafeNames(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	owner.putText("documents/operations/source.txt", "source")
	owner.putText("documents/x", "not to be reached")
	for _, operation := range fileOperations {
		for _, name := range unsafeNames {
			// An http.Client resolves these segments before it sends a path.
			if operation.inPath && (name == "" || name == "." || name == "..") {
				continue
			}
			got := operation.send(owner, name)
			removedNothing := operation.name == "remove" && got.StatusCode == 200 && strings.Contains(got.body, `"removed":[]`)
			if got.StatusCode != 400 && got.StatusCode != 404 && !removedNothing {
				t.Errorf("%s of %q: %d %s", operation.name, name, got.StatusCode, got.body)
			}
			if strings.Contains(got.body, "not to be reached") {
				t.Errorf("%s of %q reached another object", operation.name, name)
			}
		}
	}
	for _, object := range []string{"operations/source.txt", "x"} {
		owner.send("GET", "/api/files/documents/"+object, "").requireStatus(200)
	}
}

func TestFileOperationsFollowThePolicies(t *testing.T) {
	web := startServer(t)
	owner := web.newGuest().signInAs("owner")
	owner.putText("documents/contracts/operations.txt", "top secret")
	owner.putText("documents/guides/operations.txt", "visible")
	owner.putText("documents/operations/source.txt", "source")
	callers := map[string]*testClient{
		"a guest": web.newGuest(), "viewer": web.newGuest().signInAs("viewer"), "staff": web.newGuest().signInAs("staff"),
	}
	// All of them see nothing in contracts. Staff and viewers see guides, and can't change them.
	allowed := map[string]bool{"preview": true, "part": true, "details": true, "link": true}
	for role, caller := range callers {
		for _, operation := range fileOperations {
			for object, isVisible := range map[string]bool{"contracts/operations.txt": false, "guides/operations.txt": role != "a guest"} {
				if operation.name == "copy" && role == "staff" && isVisible {
					continue // they can add files to the inbox
				}
				got := operation.send(caller, object)
				isAllowed := isVisible && allowed[operation.name]
				hasChanged := got.StatusCode < 300 && !(operation.name == "remove" && strings.Contains(got.body, `"removed":[]`))
				if isAllowed != hasChanged || strings.Contains(got.body, "top secret") {
					t.Errorf("%s: %s of %s: %d %s", role, operation.name, object, got.StatusCode, got.body)
				}
			}
		}
		got := caller.send("GET", "/api/files/documents?"+url.Values{"prefix": {"contracts"}}.Encode(), "")
		if strings.Contains(got.body, "operations.txt") {
			t.Errorf("%s lists %s", role, got.body)
		}
	}
	for object, content := range map[string]string{"contracts/operations.txt": "top secret", "guides/operations.txt": "visible", "operations/source.txt": "source"} {
		if got := owner.send("GET", "/api/files/documents/"+object, "").requireStatus(200); got.body != content {
			t.Errorf("%s is %q", object, got.body)
		}
	}
}

func TestMovesAndCopiesReplaceOnlyOnRequest(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	for _, kind := range []string{"copy", "move"} {
		owner.putText("documents/replace/old.txt", "old")
		owner.putText("documents/replace/new.txt", "new")
		transfer := server.FileTransferRequest{SourcePath: "replace/new.txt", DestinationPath: "replace/old.txt"}
		if got := owner.sendJSON("POST", "/api/files/documents/"+kind, transfer); got.StatusCode != 409 {
			t.Errorf("%s to a name that exists: %d %s", kind, got.StatusCode, got.body)
		}
		transfer.IsReplacement = true
		owner.sendJSON("POST", "/api/files/documents/"+kind, transfer).requireStatus(204)
		if got := owner.send("GET", "/api/files/documents/replace/old.txt", "").requireStatus(200); got.body != "new" {
			t.Errorf("%s: the replaced file is %q", kind, got.body)
		}
		status := map[string]int{"copy": 200, "move": 404}[kind]
		owner.send("GET", "/api/files/documents/replace/new.txt", "").requireStatus(status)
	}
	itself := server.FileTransferRequest{SourcePath: "replace/old.txt", DestinationPath: "replace/old.txt", IsReplacement: true}
	owner.sendJSON("POST", "/api/files/documents/move", itself).requireError(400, server.CodeBadRequest)
	owner.send("GET", "/api/files/documents/replace/old.txt", "").requireStatus(200)
}

// The owner of a file is returned to users who can see it.
func TestFileInfoHasTheOwner(t *testing.T) {
	const ownerID = "00000000-0000-4000-8000-0000000000a1" // of the demo
	web := startServer(t)
	owner, viewer := web.newGuest().signInAs("owner"), web.newGuest().signInAs("viewer")
	owner.putText("documents/guides/owned.txt", "x")
	owner.putText("documents/contracts/owned.txt", "x")
	for _, client := range []*testClient{owner, viewer} {
		got := client.send("GET", "/api/file-info/documents/guides/owned.txt?owner=true", "").requireStatus(200)
		if !strings.Contains(got.body, `"ownerId":"`+ownerID+`"`) {
			t.Errorf("got %s", got.body)
		}
	}
	got := owner.send("GET", "/api/file-info/documents/guides/owned.txt", "").requireStatus(200)
	if !strings.Contains(got.body, `"ownerId":null`) {
		t.Errorf("without a request for the owner: %s", got.body)
	}
	got = viewer.send("GET", "/api/file-info/documents/contracts/owned.txt?owner=true", "").requireStatus(404)
	if strings.Contains(got.body, ownerID) {
		t.Errorf("a hidden file: %s", got.body)
	}
}
