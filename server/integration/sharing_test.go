//go:build unix

package integration

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/server"
)

// awkwardNames are names that the storage service accepts, with characters that are special in URLs.
var awkwardNames = []string{
	"a, b; c.txt", "50 & more=true+1.txt", "why?.txt", "$1 @home: (draft)'!.txt", "....txt", "a b/c, d/e;f.txt", "-_.txt",
}

func (p *testClient) putText(path, content string) {
	p.t.Helper()
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	p.send("PUT", "/api/files/"+strings.Join(segments, "/"), content, "Content-Type: text/plain").requireStatus(200)
}

// sign requests a link.
func (p *testClient) sign(bucket string, request server.FileSignRequest) *response {
	p.t.Helper()
	body, err := json.Marshal(request)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.send("POST", "/api/files/"+bucket+"/sign", string(body))
}

// open sends a request to an absolute URL, without a session.
func (p *testClient) open(address string) *response {
	guest := p.newGuest()
	guest.url = ""
	return guest.send("GET", address, "")
}

func TestLinksWorkForAwkwardNames(t *testing.T) {
	for _, mode := range []server.Mode{server.ModeLocal, server.ModeHosted} {
		t.Run(string(mode), func(t *testing.T) {
			owner := startServer(t, func(o *server.Options) { o.Mode = mode }).signInAs("owner")
			for i, name := range awkwardNames {
				path, content := fmt.Sprintf("links-%s/%s", mode, name), fmt.Sprint("content ", i)
				owner.putText("documents/"+path, content)
				var link server.FileSignResponse
				decodeJSON(t, owner.sign("documents", server.FileSignRequest{Path: path, ExpiresIn: 60, Download: "Łódź, 1.txt"}).requireStatus(200).body, &link)
				if isOurs := strings.HasPrefix(link.URL, owner.url+"/api/shared/documents/"); isOurs != (mode == server.ModeLocal) {
					t.Errorf("%q: the link is %s", name, link.URL)
				}
				if left := time.Until(*link.ExpiresAt); left < 30*time.Second || left > time.Minute {
					t.Errorf("%q: the link ends in %s", name, left)
				}
				got := owner.open(link.URL).requireStatus(200)
				if disposition := got.Header.Get("Content-Disposition"); got.body != content || !strings.HasPrefix(disposition, "attachment") || !strings.Contains(disposition, "%C5%81%C3%B3d%C5%BA%2C%201.txt") {
					t.Errorf("%q: got %q, %s", name, got.body, disposition)
				}
			}
		})
	}
}

func TestLinksGiveAccessToOneObjectOnly(t *testing.T) {
	web := startServer(t, func(o *server.Options) { o.Mode = server.ModeLocal })
	owner, staff := web.newGuest().signInAs("owner"), web.newGuest().signInAs("staff")
	owner.putText("documents/shared/one.txt", "one")
	owner.putText("documents/shared/two.txt", "two")
	owner.putText("documents/contracts/shared.txt", "secret")
	staff.sign("documents", server.FileSignRequest{Path: "contracts/shared.txt", ExpiresIn: 60}).requireStatus(404)
	web.sign("documents", server.FileSignRequest{Path: "shared/one.txt", ExpiresIn: 60}).requireStatus(404)
	for _, name := range unsafeNames {
		if got := owner.sign("documents", server.FileSignRequest{Path: name, ExpiresIn: 60}); got.StatusCode != 400 && got.StatusCode != 404 {
			t.Errorf("%q: status %d: %s", name, got.StatusCode, got.body)
		}
	}
	var link server.FileSignResponse
	decodeJSON(t, owner.sign("documents", server.FileSignRequest{Path: "shared/one.txt", ExpiresIn: 1}).requireStatus(200).body, &link)
	other := strings.Replace(link.URL, "one.txt", "two.txt", 1)
	if got := web.open(other); got.StatusCode != 400 || got.errorCode() != server.CodeLinkExpired {
		t.Errorf("another object with the token: %d %s", got.StatusCode, got.body)
	}
	if got := web.open(strings.SplitN(link.URL, "?", 2)[0]); got.StatusCode != 404 {
		t.Errorf("an object of a private bucket without a token: %d %s", got.StatusCode, got.body)
	}
	page := owner.newGuest().send("GET", strings.TrimPrefix(other, owner.url), "", "Accept: text/html,application/xhtml+xml,*/*;q=0.8").requireStatus(400)
	if !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") || !strings.Contains(page.body, "This link has expired") || strings.Contains(page.body, "two.txt") {
		t.Errorf("a browser got %v %s", page.Header, page.body)
	}
	for deadline := time.Now().Add(time.Minute); ; { // the token has whole seconds
		got := web.open(link.URL)
		if got.errorCode() == server.CodeLinkExpired {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("an expired link: %d %s", got.StatusCode, got.body)
		}
		time.Sleep(100 * time.Millisecond)
	}
	// A visitor's own session is not renewed because of a link.
	if got := owner.send("GET", strings.TrimPrefix(link.URL, owner.url), ""); got.errorCode() != server.CodeLinkExpired {
		t.Errorf("an expired link with a session: %d %s", got.StatusCode, got.body)
	}
}

func TestPublicLinks(t *testing.T) {
	owner := startServer(t, func(o *server.Options) { o.Mode = server.ModeLocal }).signInAs("owner")
	conn := connectDatabase(t)
	if _, err := conn.Exec(t.Context(), `insert into storage.buckets (id, name, public) values ('open', 'open', true);
		create policy "Owners use open" on storage.objects for all to owner using (bucket_id = 'open')`); err != nil {
		t.Fatal(err)
	}
	owner.send("PUT", "/api/files/open/page.html", "<script>document.title=1</script>", "Content-Type: text/html").requireStatus(200)
	var link server.FileSignResponse
	decodeJSON(t, owner.sign("open", server.FileSignRequest{Path: "page.html", IsPublic: true}).requireStatus(200).body, &link)
	if link.ExpiresAt != nil || link.URL != owner.url+"/api/shared/open/page.html" {
		t.Errorf("the link is %s until %v", link.URL, link.ExpiresAt)
	}
	got := owner.open(link.URL).requireStatus(200)
	if strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") || !strings.HasPrefix(got.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("a page runs at our address: %v", got.Header)
	}
}
