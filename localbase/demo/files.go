package demo

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"path"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

// demoFile is a file to upload; content is made when its turn comes.
type demoFile struct {
	bucket, path, contentType string
	content                   func() ([]byte, error)
}

func photoPath(sku string) string { return "coffee/" + sku + ".jpg" }

func proofPath(number int) string { return strconv.Itoa(number) + "/proof.jpg" }

func (p person) avatarPath() string {
	name, _, _ := strings.Cut(p.Email, "@")
	return "people/" + name + ".png"
}

// loadFiles uploads through the storage service, as anybody does. An upload that
// an earlier, interrupted Load has made is made again.
func loadFiles(ctx context.Context, opts Options, tx pgx.Tx) error {
	objects, err := listObjects(ctx, opts, tx)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0)) // drawing is what takes the time
	for _, o := range objects {
		group.Go(func() error { return o.upload(ctx, opts) })
	}
	return group.Wait()
}

func listObjects(ctx context.Context, opts Options, tx pgx.Tx) ([]demoFile, error) {
	products, err := readCSV("products")
	if err != nil {
		return nil, err
	}
	var objects []demoFile
	for i, r := range products {
		objects = append(objects, demoFile{"product-photos", photoPath(r["sku"]), "image/jpeg",
			func() ([]byte, error) { return drawBag(i, r).jpeg() }})
	}
	for _, p := range people {
		objects = append(objects, demoFile{"documents", p.avatarPath(), "image/png",
			func() ([]byte, error) { return drawAvatar(p).png() }})
	}
	proven, err := listProofs(ctx, tx)
	if err != nil {
		return nil, err
	}
	objects = append(objects, proven...)
	text := func(content []byte) func() ([]byte, error) {
		return func() ([]byte, error) { return content, nil }
	}
	return append(objects,
		demoFile{"documents", "price-lists/price-list.pdf", "application/pdf", text(buildPriceListPDF(products, opts.Now))},
		demoFile{"documents", "price-lists/price-list.csv", "text/csv", text(buildPriceListCSV(products))},
		demoFile{"documents", "guides/brewing-guide.txt", "text/plain; charset=utf-8", text([]byte(brewingGuide))},
		demoFile{"documents", "contracts/Lighthouse Deli.pdf", "application/pdf", text(buildContractPDF("Lighthouse Deli", opts.Now))},
		demoFile{"documents", "contracts/Harbour Office Park.pdf", "application/pdf", text(buildContractPDF("Harbour Office Park", opts.Now))},
		demoFile{"documents", "inbox/Read me first.txt", "text/plain; charset=utf-8",
			text([]byte("Put what doesn't have a place yet into this folder. Ada sorts it on Fridays.\n"))},
	), nil
}

// listProofs lists the photos that deliveries name.
func listProofs(ctx context.Context, tx pgx.Tx) ([]demoFile, error) {
	rows, err := tx.Query(ctx, `
		select o.number, d.proof_photo, d.delivered_at
		from public.deliveries d join public.orders o on o.id = d.order_id
		where d.proof_photo is not null order by o.number`)
	if err != nil {
		return nil, fmt.Errorf("list proofs of delivery: %w", err)
	}
	var objects []demoFile
	var number int
	var name string
	var at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&number, &name, &at}, func() error {
		stamp := ""
		if at != nil {
			stamp = at.UTC().Format("2006-01-02 15:04")
		}
		order := number
		objects = append(objects, demoFile{"delivery-proofs", name, "image/jpeg",
			func() ([]byte, error) { return drawProof(order, stamp).jpeg() }})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list proofs of delivery: %w", err)
	}
	return objects, nil
}

// upload sends the object to POST /object/:bucket/*.
func (o demoFile) upload(ctx context.Context, opts Options) error {
	content, err := o.content()
	if err != nil {
		return fmt.Errorf("make %s: %w", o.path, err)
	}
	url := opts.StorageURL + "/object/" + o.bucket + "/" + strings.ReplaceAll(path.Clean(o.path), " ", "%20")
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("upload %s: %w", o.path, err)
	}
	request.Header.Set("apikey", opts.Key)
	request.Header.Set("Authorization", "Bearer "+opts.Key)
	request.Header.Set("Content-Type", o.contentType)
	request.Header.Set("x-upsert", "true")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("upload %s: %w", o.path, err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(io.LimitReader(response.Body, 1<<12)) // for the error only; reading it all lets the connection be used again
	if response.StatusCode == http.StatusInsufficientStorage {
		return fmt.Errorf("upload %s: %w", o.path, syscall.ENOSPC)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("upload %s: %s: %s", o.path, response.Status, answer)
	}
	return nil
}

func (c *canvas) jpeg() ([]byte, error) {
	var out bytes.Buffer
	err := jpeg.Encode(&out, c.RGBA, &jpeg.Options{Quality: 88})
	return out.Bytes(), err
}

func (c *canvas) png() ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, c.RGBA)
	return out.Bytes(), err
}
