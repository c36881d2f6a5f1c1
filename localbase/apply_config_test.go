//go:build unix

package localbase

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestConfigExposesNewTables(t *testing.T) {
	dir := newDataDir(t)
	for i, expose := range []bool{true, false} {
		file := writeFile(t, t.TempDir(), "config.toml", fmt.Sprintf("[api]\nauto_expose_new_tables = %t", expose))
		b, err := Start(context.Background(), Options{DataDir: dir, ConfigFile: file})
		if err != nil {
			t.Fatal(err)
		}
		table := fmt.Sprintf("exposed_%d", i)
		if err := b.RunSQL(context.Background(), "seed", "create table public."+table+" (id int)"); err != nil {
			t.Fatal(err)
		}
		if status, body := getPath(t, b, "/rest/v1/"+table); (status == http.StatusOK) != expose {
			t.Errorf("%t: got %d %s", expose, status, body)
		}
		mustClose(t, b)
	}
}

func TestConfigCreatesBuckets(t *testing.T) {
	dir := newDataDir(t)
	for _, test := range []struct {
		config string
		status int // of an upload that the limits of the first configuration reject
	}{
		{"[storage.buckets.images]\npublic = true\nfile_size_limit = \"1KiB\"\nallowed_mime_types = [\"image/png\"]", http.StatusBadRequest},
		{"[storage.buckets.images]", http.StatusOK},
		{"", http.StatusOK},
	} {
		b := mustStart(t, Options{DataDir: dir, ConfigFile: writeFile(t, t.TempDir(), "config.toml", test.config)})
		upload := func(contentType string, size int) int {
			request, err := http.NewRequest(http.MethodPost, b.Info().URL+"/storage/v1/object/images/"+fmt.Sprint(time.Now().UnixNano()), strings.NewReader(strings.Repeat("x", size)))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Authorization", "Bearer "+b.Info().ServiceRoleKey)
			request.Header.Set("Content-Type", contentType)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			return response.StatusCode
		}
		if got := upload("image/png", 1000); got != http.StatusOK {
			t.Errorf("%q: an allowed file: got %d", test.config, got)
		}
		if got := upload("text/plain", 1000); got != test.status {
			t.Errorf("%q: another type: got %d", test.config, got)
		}
		if got := upload("image/png", 2000); got != test.status {
			t.Errorf("%q: a larger file: got %d", test.config, got)
		}
		mustClose(t, b)
	}
}
