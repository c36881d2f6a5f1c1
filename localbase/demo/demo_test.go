package demo_test

import (
	"bytes"
	"context"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/bcrypt"

	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/storage"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// testTime is the time at which the tests load the demo.
var testTime = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// newOptions returns options for Load and starts a storage service for it.
func newOptions(t *testing.T, db *pgtest.DB) demo.Options {
	t.Helper()
	handler, err := storage.New(storage.Options{Pool: db.Pool("supabase_storage_admin"), Keys: db.Keys, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.StripPrefix("/storage/v1", handler))
	t.Cleanup(server.Close)
	key, err := db.Keys.Sign(map[string]any{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	return demo.Options{DB: connect(t, db), StorageURL: server.URL + "/storage/v1", Key: key, Now: testTime}
}

func connect(t *testing.T, db *pgtest.DB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// queryValue returns the single value that a query returns.
func queryValue[T any](t *testing.T, conn *pgx.Conn, sql string, args ...any) T {
	t.Helper()
	var v T
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// TestDemo loads the demo once for all its subtests.
func TestDemo(t *testing.T) {
	db := pgtest.New(t)
	opts := newOptions(t, db)
	if err := demo.Load(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	runFile(t, db, installSQL)
	runFile(t, db, storageSQL)
	before := queryValue[string](t, opts.DB, rowsDigest)

	t.Run("the workspace is complete", func(t *testing.T) { testWorkspace(t, opts) })
	t.Run("accounts can sign in", func(t *testing.T) { testAccounts(t, opts) })
	t.Run("files match their content type", func(t *testing.T) { testFiles(t, opts) })
	t.Run("the schema function's responses", func(t *testing.T) { testDemoSchemas(t, db) })
	for _, role := range roles {
		t.Run("privileges are correct for "+role, func(t *testing.T) { checkPrivileges(t, db, newCaller(role), "public") })
	}
	t.Run("storage privileges are correct", func(t *testing.T) { testStoragePrivileges(t, db, opts) })
	t.Run("REST and Postgres return the same", func(t *testing.T) { testRESTRoles(t, db, opts) })
	if queryValue[string](t, opts.DB, rowsDigest) != before {
		t.Error("a test changed rows, so that later comparisons are invalid")
	}
	t.Run("an interrupted load is completed", func(t *testing.T) { testInterruptedLoad(t, before) })
	t.Run("loading again changes nothing", func(t *testing.T) { testLoadAgain(t, db, opts) })
}

func testWorkspace(t *testing.T, opts demo.Options) {
	for sql, want := range map[string]int64{
		`select count(*) from customers`:                                           60,
		`select count(*) from products`:                                            40,
		`select count(*) from orders`:                                              612,
		`select count(*) from roast_readings`:                                      demo.DefaultReadings,
		`select count(*) from storage.objects where bucket_id = 'product-photos'`:  40,
		`select count(*) from storage.objects where bucket_id = 'delivery-proofs'`: 12,
		`select count(distinct status) from orders`:                                7,
		`select count(*) from orders where total <> (select coalesce(sum(line_total), 0) from order_items where order_id = orders.id)`: 0,
		`select count(*) from orders where not exists (select from order_items where order_id = orders.id)`:                            0,
		`select count(*) from orders where placed_at > '2026-11-20 12:00Z' or placed_at < '2025-05-20'`:                                0,
		`select count(*) from deliveries where delivered_at > '2026-11-20 12:00Z'`:                                                     0,
		`select count(*) from roast_readings where taken_at > '2026-11-20 12:00Z'`:                                                     0,
		`select count(*) from order_items i join orders o on o.id = order_id join products p on p.id = product_id
		 where launched_on > placed_at::date + 1`: 0,
		`select count(*) from products where not exists (select from storage.objects where bucket_id = 'product-photos' and name = photo)`:                 0,
		`select count(*) from profiles where not exists (select from storage.objects where bucket_id = 'documents' and name = avatar)`:                     0,
		`select count(*) from deliveries where proof_photo not in (select name from storage.objects where bucket_id = 'delivery-proofs')`:                  0,
		`select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`:                               0,
		`select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and obj_description(oid, 'pg_class') is null`: 0,
	} {
		if got := queryValue[int64](t, opts.DB, sql); got != want {
			t.Errorf("%s: got %d, want %d", sql, got, want)
		}
	}
}

func testAccounts(t *testing.T, opts demo.Options) {
	for _, account := range demo.Accounts {
		hash := queryValue[string](t, opts.DB, `select encrypted_password from auth.users where email = $1 and role = $2`, account.Email, account.Role)
		if err := bcrypt.CompareHashAndPassword([]byte(hash), []byte(account.Password)); err != nil {
			t.Errorf("%s: %v", account.Email, err)
		}
		if got := queryValue[string](t, opts.DB, `select i.provider from auth.identities i join auth.users u on u.id = user_id where i.email = $1`, account.Email); got != "email" {
			t.Errorf("%s: identity's provider is %q, want email", account.Email, got)
		}
	}
	if n := queryValue[int64](t, opts.DB, `select count(*) from auth.users where encrypted_password <> ''`); n != int64(len(demo.Accounts)) {
		t.Errorf("%d users have a password, want only the %d accounts", n, len(demo.Accounts))
	}
}

// rowsDigest is a query for a digest of all rows of the demo's tables.
const rowsDigest = `
	select md5(string_agg(rows, '' order by rows)) from (
		select orders::text as rows from orders union all select order_items::text from order_items
		union all select customers::text from customers union all select products::text from products
		union all select deliveries::text from deliveries union all select roast_readings::text from roast_readings
		union all select plans::text from plans union all select profiles::text from profiles) everything`

func testLoadAgain(t *testing.T, db *pgtest.DB, opts demo.Options) {
	db.Exec(t, `delete from orders where number = 10001; update products set price = 99 where sku = 'HR-MIX-01';
		set storage.allow_delete_query = 'true'; delete from storage.objects where name like 'coffee/HR-ETH-0_.jpg'`)
	before := queryValue[string](t, opts.DB, rowsDigest)
	if err := demo.Load(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	if queryValue[string](t, opts.DB, rowsDigest) != before {
		t.Error("loading again changed rows")
	}
	if n := queryValue[int64](t, opts.DB, `select count(*) from storage.objects where bucket_id = 'product-photos'`); n != 36 {
		t.Errorf("got %d photos, want the remaining 36", n)
	}
}

// testInterruptedLoad interrupts a load in the step of the rows, the next in the step of the files,
// and completes the third. The rows must have the digest want.
func testInterruptedLoad(t *testing.T, want string) {
	db := pgtest.New(t)
	opts := newOptions(t, db)
	opts.Readings = 5_000_000
	ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
	defer cancel()
	if err := demo.Load(ctx, opts); err == nil {
		t.Fatal("the load was not interrupted")
	}
	opts.DB, opts.Readings = connect(t, db), 0
	if n := queryValue[int64](t, opts.DB, `select count(*) from pg_class where relnamespace = 'public'::regnamespace`); n != 0 {
		t.Errorf("the interrupted load left %d relations", n)
	}

	storageURL := opts.StorageURL
	opts.StorageURL = startFailingProxy(t, 20, storageURL)
	if err := demo.Load(t.Context(), opts); err == nil {
		t.Fatal("the load succeeded with a failing storage service")
	}
	opts.StorageURL = storageURL
	if err := demo.Load(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	if n := queryValue[int64](t, opts.DB, `select count(*) from storage.objects`); n != 66 {
		t.Errorf("%d objects, want 66", n)
	}
	if queryValue[string](t, opts.DB, rowsDigest) != want {
		t.Error("the rows differ from those of a load at the same time")
	}
}

// startFailingProxy starts a proxy that aborts each request after a number of uploads.
func startFailingProxy(t *testing.T, uploads int32, storageURL string) string {
	t.Helper()
	var count atomic.Int32
	target, err := url.Parse(storageURL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if count.Add(1) > uploads {
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func testFiles(t *testing.T, opts demo.Options) {
	rows, err := opts.DB.Query(t.Context(), `select bucket_id || '/' || name, metadata ->> 'mimetype' from storage.objects`)
	if err != nil {
		t.Fatal(err)
	}
	var name, contentType string
	_, err = pgx.ForEachRow(rows, []any{&name, &contentType}, func() error {
		body := download(t, opts, name)
		switch {
		case strings.HasPrefix(contentType, "image/"):
			picture, format, err := image.DecodeConfig(bytes.NewReader(body))
			if err != nil || "image/"+format != contentType || picture.Width < 256 {
				t.Errorf("%s: %s %dx%d, %v; want %s", name, format, picture.Width, picture.Height, err, contentType)
			}
			if len(body) > 100_000 {
				t.Errorf("%s has %d bytes, want at most 100,000", name, len(body))
			}
		case contentType == "application/pdf":
			if !bytes.HasPrefix(body, []byte("%PDF-")) || !bytes.HasSuffix(body, []byte("%%EOF\n")) {
				t.Errorf("%s is not a PDF", name)
			}
		case len(body) == 0:
			t.Errorf("%s is empty", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func download(t *testing.T, opts demo.Options, name string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		opts.StorageURL+"/object/authenticated/"+strings.ReplaceAll(name, " ", "%20"), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+opts.Key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("download %s: %s %v", name, response.Status, err)
	}
	return body
}
