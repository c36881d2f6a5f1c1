package storage

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	storagego "github.com/supabase-community/storage-go"
)

// TestGoClient calls all functions of github.com/supabase-community/storage-go.
func TestGoClient(t *testing.T) {
	s := newServer(t)
	client := storagego.NewClient(s.url, s.tokenFor("service"), nil)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := client.CreateBucket("test", storagego.BucketOptions{Public: false, FileSizeLimit: "1MB", AllowedMimeTypes: []string{"text/plain"}})
	check(err)
	updated, err := client.UpdateBucket("test", storagego.BucketOptions{Public: true})
	check(err)
	bucket, err := client.GetBucket("test")
	check(err)
	if updated.Message != "Successfully updated" || bucket.Id != "test" || !bucket.Public || *bucket.FileSizeLimit != 1_000_000 {
		t.Errorf("got bucket %+v", bucket)
	}
	buckets, err := client.ListBuckets()
	check(err)
	if !slices.ContainsFunc(buckets, func(b storagego.Bucket) bool { return b.Id == "test" }) {
		t.Errorf("got buckets %v", buckets)
	}
	mime, upsert := "text/plain", true
	uploaded, err := client.UploadFile("test", "a/one.txt", strings.NewReader("one"), storagego.FileOptions{ContentType: &mime})
	check(err)
	if uploaded.Key != "test/a/one.txt" {
		t.Errorf("upload: got %+v", uploaded)
	}
	_, err = client.UpdateFile("test", "a/one.txt", strings.NewReader("two"), storagego.FileOptions{ContentType: &mime, Upsert: &upsert})
	check(err)
	body, err := client.DownloadFile("test", "a/one.txt")
	check(err)
	if string(body) != "two" {
		t.Errorf("download: got %q", body)
	}
	files, err := client.ListFiles("test", "a", storagego.FileSearchOptions{})
	check(err)
	if len(files) != 1 || files[0].Name != "one.txt" || files[0].Id == "" {
		t.Errorf("list: got %+v", files)
	}
	folders, err := client.ListFiles("test", "", storagego.FileSearchOptions{Limit: 1})
	check(err)
	if len(folders) != 1 || folders[0].Name != "a" || folders[0].Id != "" || folders[0].Metadata != nil {
		t.Errorf("list: got %+v", folders)
	}
	moved, err := client.MoveFile("test", "a/one.txt", "b.txt")
	check(err)
	if moved.Message != "Successfully moved" {
		t.Errorf("move: got %+v", moved)
	}
	signed, err := client.CreateSignedUrl("test", "b.txt", 60)
	check(err)
	for _, address := range []string{signed.SignedURL, client.GetPublicUrl("test", "b.txt").SignedURL} {
		response, err := http.Get(address)
		check(err)
		body, err := io.ReadAll(response.Body)
		check(err)
		response.Body.Close()
		if response.StatusCode != 200 || string(body) != "two" {
			t.Errorf("%s: got %d %q", address, response.StatusCode, body)
		}
	}
	signedUpload, err := client.CreateSignedUploadUrl("test", "c.txt")
	check(err)
	signedResult, err := client.UploadToSignedUrl(signedUpload.Url, strings.NewReader("three"))
	check(err)
	if signedResult.Key != "test/c.txt" {
		t.Errorf("upload: got %+v", signedResult)
	}
	removed, err := client.RemoveFile("test", []string{"b.txt", "nothing"})
	check(err)
	if len(removed) != 1 {
		t.Errorf("remove: got %+v", removed)
	}
	_, err = client.GetBucket("nothing")
	if err == nil || err.Error() != "Bucket not found" {
		t.Errorf("missing bucket: got %v", err)
	}
	_, err = client.EmptyBucket("test")
	check(err)
	deleted, err := client.DeleteBucket("test")
	check(err)
	if deleted.Message != "Successfully deleted" {
		t.Errorf("delete: got %+v", deleted)
	}
}
