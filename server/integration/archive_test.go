//go:build unix

package integration

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
)

// downloadArchive requests an archive of the bucket documents, as the app's form does.
func (p *testClient) downloadArchive(request server.FileArchiveRequest) *response {
	p.t.Helper()
	field, err := json.Marshal(request)
	if err != nil {
		p.t.Fatal(err)
	}
	body := url.Values{"request": {string(field)}}.Encode()
	return p.send("POST", "/api/files/documents/zip", body, "Content-Type: application/x-www-form-urlencoded")
}

// readArchive returns the contents of an archive by name.
func (a *response) readArchive() map[string]string {
	a.t.Helper()
	archive, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil {
		a.t.Fatalf("not an archive: %v", err)
	}
	contents := map[string]string{}
	for _, file := range archive.File {
		reader, err := file.Open()
		if err != nil {
			a.t.Fatal(err)
		}
		content, err := io.ReadAll(reader) // verifies the checksum
		if err != nil {
			a.t.Fatal(err)
		}
		contents[file.Name] = string(content)
	}
	return contents
}

func TestArchivesContainFilesAndFoldersWithTheirNames(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	want := map[string]string{}
	for i, name := range awkwardNames {
		owner.putText("documents/zip/deep/"+name, fmt.Sprint("content ", i))
		want["deep/"+name] = fmt.Sprint("content ", i)
	}
	large := string(generateContent(3, 200_000))
	owner.putText("documents/zip/large.bin", large)
	owner.putText("documents/zip/empty.txt", "")
	owner.putText("documents/zip/deep/.emptyFolderPlaceholder", "")
	owner.putText("documents/zip/other.txt", "not selected")
	want["large.bin"], want["empty.txt"] = large, ""
	got := owner.downloadArchive(server.FileArchiveRequest{
		Paths: []string{"zip/large.bin", "zip/empty.txt"}, Folders: []string{"zip/deep"}, Base: "zip", Name: "Zdjęcia",
	}).requireStatus(200)
	if disposition := got.Header.Get("Content-Disposition"); !strings.HasPrefix(disposition, "attachment") || !strings.Contains(disposition, "Zdj%C4%99cia.zip") {
		t.Errorf("disposition %s", disposition)
	}
	contents := got.readArchive()
	for name, content := range want {
		if contents[name] != content {
			t.Errorf("%q has %d bytes, want %d", name, len(contents[name]), len(content))
		}
	}
	if len(contents) != len(want) {
		t.Errorf("got %d files, want %d", len(contents), len(want))
	}
	whole := owner.downloadArchive(server.FileArchiveRequest{Base: "zip", IsWhole: true}).requireStatus(200).readArchive()
	if len(whole) != len(want)+1 || whole["other.txt"] != "not selected" || whole["large.bin"] != large {
		t.Errorf("a whole folder has %d files, want %d", len(whole), len(want)+1)
	}
	if bucket := owner.downloadArchive(server.FileArchiveRequest{IsWhole: true}).requireStatus(200).readArchive(); bucket["zip/other.txt"] != "not selected" {
		t.Errorf("a whole bucket has %d files", len(bucket))
	}
}

func TestArchivesListWhatTheCallerCannotRead(t *testing.T) {
	web := startServer(t)
	owner, staff := web.newGuest().signInAs("owner"), web.newGuest().signInAs("staff")
	owner.putText("documents/inbox/zip.txt", "readable")
	owner.putText("documents/contracts/zip.txt", "top secret")
	got := staff.downloadArchive(server.FileArchiveRequest{Paths: []string{"inbox/zip.txt", "contracts/zip.txt"}, Folders: []string{"contracts"}}).requireStatus(200)
	contents := got.readArchive()
	if len(contents) != 2 || contents["inbox/zip.txt"] != "readable" || !strings.Contains(contents["Not included.txt"], "contracts/zip.txt") || strings.Contains(got.body, "top secret") {
		t.Errorf("staff got %v", contents)
	}
	if contents := web.downloadArchive(server.FileArchiveRequest{Paths: []string{"inbox/zip.txt"}}).requireStatus(200).readArchive(); contents["inbox/zip.txt"] != "" {
		t.Errorf("a guest got %v", contents)
	}
}

func TestArchivesRejectUnsafeNames(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	for _, name := range unsafeNames[:9] {
		owner.downloadArchive(server.FileArchiveRequest{Paths: []string{name}}).requireStatus(400)
		owner.downloadArchive(server.FileArchiveRequest{Folders: []string{name}}).requireStatus(400)
		if name != "" { // the bucket itself
			owner.downloadArchive(server.FileArchiveRequest{Base: name, IsWhole: true}).requireStatus(400)
		}
	}
	owner.downloadArchive(server.FileArchiveRequest{}).requireStatus(400)
	owner.send("POST", "/api/files/documents/zip", `{"paths":["a"]}`).requireStatus(400)
	owner.send("POST", "/api/files/documents/zip", "request=%7B%7D", "Content-Type: application/x-www-form-urlencoded", "Origin: https://elsewhere.example").requireStatus(403)
}
