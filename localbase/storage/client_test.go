package storage

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	storagego "github.com/supabase-community/storage-go"
)

// TestGoClient runs all that github.com/supabase-community/storage-go can say.
func TestGoClient(t *testing.T) {
	s := newServer(t)
	client := storagego.NewClient(s.url, s.tokenFor("service"), nil)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := client.CreateBucket("made", storagego.BucketOptions{Public: false, FileSizeLimit: "1MB", AllowedMimeTypes: []string{"text/plain"}})
	check(err)
	updated, err := client.UpdateBucket("made", storagego.BucketOptions{Public: true})
	check(err)
	made, err := client.GetBucket("made")
	check(err)
	if updated.Message != "Successfully updated" || made.Id != "made" || !made.Public || *made.FileSizeLimit != 1_000_000 {
		t.Errorf("made %+v", made)
	}
	buckets, err := client.ListBuckets()
	check(err)
	if !slices.ContainsFunc(buckets, func(b storagego.Bucket) bool { return b.Id == "made" }) {
		t.Errorf("the buckets are %v", buckets)
	}
	mime, upsert := "text/plain", true
	uploaded, err := client.UploadFile("made", "a/one.txt", strings.NewReader("one"), storagego.FileOptions{ContentType: &mime})
	check(err)
	if uploaded.Key != "made/a/one.txt" {
		t.Errorf("uploaded %+v", uploaded)
	}
	_, err = client.UpdateFile("made", "a/one.txt", strings.NewReader("two"), storagego.FileOptions{ContentType: &mime, Upsert: &upsert})
	check(err)
	body, err := client.DownloadFile("made", "a/one.txt")
	check(err)
	if string(body) != "two" {
		t.Errorf("downloaded %q", body)
	}
	files, err := client.ListFiles("made", "a", storagego.FileSearchOptions{})
	check(err)
	if len(files) != 1 || files[0].Name != "one.txt" || files[0].Id == "" {
		t.Errorf("listed %+v", files)
	}
	folders, err := client.ListFiles("made", "", storagego.FileSearchOptions{Limit: 1})
	check(err)
	if len(folders) != 1 || folders[0].Name != "a" || folders[0].Id != "" || folders[0].Metadata != nil {
		t.Errorf("listed %+v", folders)
	}
	moved, err := client.MoveFile("made", "a/one.txt", "b.txt")
	check(err)
	if moved.Message != "Successfully moved" {
		t.Errorf("moved %+v", moved)
	}
	signed, err := client.CreateSignedUrl("made", "b.txt", 60)
	check(err)
	for _, address := range []string{signed.SignedURL, client.GetPublicUrl("made", "b.txt").SignedURL} {
		response, err := http.Get(address)
		check(err)
		body, err := io.ReadAll(response.Body)
		check(err)
		response.Body.Close()
		if response.StatusCode != 200 || string(body) != "two" {
			t.Errorf("%s answers %d %q", address, response.StatusCode, body)
		}
	}
	ticket, err := client.CreateSignedUploadUrl("made", "c.txt")
	check(err)
	ticketed, err := client.UploadToSignedUrl(ticket.Url, strings.NewReader("three"))
	check(err)
	if ticketed.Key != "made/c.txt" {
		t.Errorf("uploaded %+v", ticketed)
	}
	removed, err := client.RemoveFile("made", []string{"b.txt", "nothing"})
	check(err)
	if len(removed) != 1 {
		t.Errorf("removed %+v", removed)
	}
	_, err = client.GetBucket("nothing")
	if err == nil || err.Error() != "Bucket not found" {
		t.Errorf("a missing bucket is %v", err)
	}
	_, err = client.EmptyBucket("made")
	check(err)
	deleted, err := client.DeleteBucket("made")
	check(err)
	if deleted.Message != "Successfully deleted" {
		t.Errorf("deleted %+v", deleted)
	}
}
