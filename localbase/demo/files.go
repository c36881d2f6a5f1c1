package demo

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

//go:generate go run ./draw

// objects contains the demo's storage objects as files/BUCKET/PATH, and the delivery photos as
// proofs/N.jpg, since their paths depend on the orders.
//
//go:embed files proofs
var objects embed.FS

// contentTypes contains the type of each extension below files. It does not use package mime, whose
// types depend on the system.
var contentTypes = map[string]string{
	".csv": "text/csv",
	".jpg": "image/jpeg",
	".pdf": "application/pdf",
	".png": "image/png",
	".txt": "text/plain; charset=utf-8",
}

// object is a file to upload: source is its path in objects.
type object struct {
	bucket, path, source string
}

func photoPath(sku string) string { return "coffee/" + sku + ".jpg" }

func proofPath(orderNumber int) string { return strconv.Itoa(orderNumber) + "/proof.jpg" }

// avatarPath returns the path of a user's photo in the bucket.
func (p person) avatarPath() string {
	name, _, _ := strings.Cut(p.Email, "@")
	return "people/" + name + ".png"
}

// loadFiles uploads the objects through the storage service. It replaces objects that an
// interrupted Load has uploaded.
func loadFiles(ctx context.Context, opts Options, tx pgx.Tx) error {
	uploads, err := listObjects()
	if err != nil {
		return fmt.Errorf("list the demo's files: %w", err)
	}
	proofs, err := listProofs(ctx, tx)
	if err != nil {
		return fmt.Errorf("list proofs of delivery: %w", err)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, o := range append(uploads, proofs...) {
		group.Go(func() error { return o.upload(ctx, opts) })
	}
	return group.Wait()
}

// listObjects returns the embedded files of the demo's buckets. The first folder in files/ is the bucket.
func listObjects() ([]object, error) {
	var found []object
	err := fs.WalkDir(objects, "files", func(source string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		bucket, name, _ := strings.Cut(strings.TrimPrefix(source, "files/"), "/")
		found = append(found, object{bucket, name, source})
		return nil
	})
	return found, err
}

// listProofs returns an object for each delivery with a photo. The photos repeat, in the order
// of the order numbers.
func listProofs(ctx context.Context, tx pgx.Tx) ([]object, error) {
	photos, err := fs.Glob(objects, "proofs/*.jpg")
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		select d.proof_photo
		from public.deliveries d join public.orders o on o.id = d.order_id
		where d.proof_photo is not null order by o.number`)
	if err != nil {
		return nil, err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	var found []object
	for i, name := range names {
		found = append(found, object{"delivery-proofs", name, photos[i%len(photos)]})
	}
	return found, nil
}

// upload sends the object to POST /object/:bucket/*. A full disk is syscall.ENOSPC.
func (o object) upload(ctx context.Context, opts Options) error {
	content, err := objects.ReadFile(o.source)
	if err != nil {
		return err
	}
	url := opts.StorageURL + "/object/" + o.bucket + "/" + strings.ReplaceAll(o.path, " ", "%20")
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("upload %s: %w", o.path, err)
	}
	request.Header.Set("apikey", opts.Key)
	request.Header.Set("Authorization", "Bearer "+opts.Key)
	request.Header.Set("Content-Type", contentTypes[path.Ext(o.source)])
	request.Header.Set("x-upsert", "true")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("upload %s: %w", o.path, err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(response.Body, 1<<12)) // reading to the end lets the client reuse the connection
	if response.StatusCode == http.StatusInsufficientStorage {
		return fmt.Errorf("upload %s: %w", o.path, syscall.ENOSPC)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("upload %s: %s: %s", o.path, response.Status, body)
	}
	return nil
}
