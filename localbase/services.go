package localbase

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/localbase/functions"
	"github.com/tableside/tableside/localbase/realtime"
	"github.com/tableside/tableside/localbase/rest"
	"github.com/tableside/tableside/localbase/storage"
)

// service is one protocol behind the gateway.
type service struct {
	prefix    string // of its paths, without a slash at the end; taken off
	handler   http.Handler
	keyPolicy func(path string) keyPolicy // path without the prefix

	// keyIsToken: a legacy key without Authorization is the caller's token.
	isKeyToken bool
}

// Connections per service. PostgreSQL takes 100; the rest is for people, migrations and replication.
const (
	restConnections     = 30
	authConnections     = 10
	storageConnections  = 15
	realtimeConnections = 8
)

// Within the data folder.
const (
	storageDir       = "storage"        // the objects' bytes
	functionsDir     = "functions"      // edge functions that the owner wrote: <name>/index.ts
	demoFunctionsDir = "demo-functions" // those of the demo, written anew at each start
)

// newServices makes each protocol's handler.
func (b *Backend) newServices(ctx context.Context) ([]service, error) {
	var all []service
	for _, start := range []func(context.Context) (service, error){
		b.newRESTService, b.newAuthService, b.newStorageService, b.newFunctionsService, b.newRealtimeService,
	} {
		s, err := start(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func (b *Backend) newRESTService(ctx context.Context) (service, error) {
	schemas := b.opts.Schemas
	if len(schemas) == 0 {
		schemas = b.config.API.Schemas
	}
	pool, err := b.newPool(ctx, "authenticator", restConnections, func(params map[string]string) {
		// For functions that return only what REST exposes. A setting in the database takes
		// precedence, as it does for REST.
		if len(schemas) > 0 {
			params["pgrst.db_schemas"] = strings.Join(schemas, ", ")
		}
	})
	if err != nil {
		return service{}, err
	}
	handler := rest.New(rest.Options{
		Pool: pool, Keys: b.keys, Logger: b.log, Schemas: schemas,
		ExtraSearchPath: b.config.API.ExtraSearchPath, MaxRows: b.config.API.MaxRows,
	})
	b.reload = handler.Reload
	b.runInBackground(handler.Run)
	return service{prefix: "/rest/v1", handler: handler, keyPolicy: restKeyPolicy}, nil
}

func (b *Backend) newAuthService(ctx context.Context) (service, error) {
	pool, err := b.newPool(ctx, "supabase_auth_admin", authConnections)
	if err != nil {
		return service{}, err
	}
	options := b.config.Auth.options()
	options.Pool, options.Keys, options.Logger = pool, b.keys, b.log
	options.ExternalURL = b.info.URL + "/auth/v1"
	handler := auth.New(options)
	b.mailbox = handler.Mailbox()
	return service{prefix: "/auth/v1", handler: handler, keyPolicy: authKeyPolicy}, nil
}

func (b *Backend) newStorageService(ctx context.Context) (service, error) {
	pool, err := b.newPool(ctx, "supabase_storage_admin", storageConnections)
	if err != nil {
		return service{}, err
	}
	handler, err := storage.New(storage.Options{
		Pool: pool, Keys: b.keys, Logger: b.log,
		Dir:       filepath.Join(b.opts.DataDir, storageDir),
		PublicURL: b.info.URL + "/storage/v1",
	})
	if err != nil {
		return service{}, err
	}
	if _, err := handler.Repair(ctx); err != nil {
		return service{}, err
	}
	return service{prefix: "/storage/v1", handler: handler, keyPolicy: storageKeyPolicy}, nil
}

func (b *Backend) newFunctionsService(context.Context) (service, error) {
	dirs := []string{filepath.Join(b.opts.DataDir, functionsDir)}
	if b.opts.Demo {
		dir := filepath.Join(b.opts.DataDir, demoFunctionsDir)
		if err := demo.WriteFunctions(dir); err != nil {
			return service{}, err
		}
		dirs = append(dirs, dir)
	}
	handler, err := functions.New(functions.Options{
		Dirs: dirs,
		Keys: b.keys, Logger: b.log,
		Env: map[string]string{
			"SUPABASE_URL":              b.info.URL,
			"SUPABASE_ANON_KEY":         b.info.AnonKey,
			"SUPABASE_SERVICE_ROLE_KEY": b.info.ServiceRoleKey,
			"SUPABASE_DB_URL":           b.info.DBURL,
		},
	})
	if err != nil {
		return service{}, err
	}
	b.addCloser(func(context.Context) error { return handler.Close() })
	return service{prefix: "/functions/v1", handler: handler, keyPolicy: functionsKeyPolicy}, nil
}

func (b *Backend) newRealtimeService(ctx context.Context) (service, error) {
	const user = "supabase_realtime_admin"
	pool, err := b.newPool(ctx, user, realtimeConnections)
	if err != nil {
		return service{}, err
	}
	handler := realtime.New(realtime.Options{
		Pool: pool, Keys: b.keys, Logger: b.log, ReplicationDSN: b.db.DSN(user, "postgres"),
	})
	b.runInBackground(handler.Run)
	b.addCloser(handler.Close)
	return service{prefix: "/realtime/v1", handler: handler, keyPolicy: realtimeKeyPolicy, isKeyToken: true}, nil
}

// newPool connects as user. Connections are made when they are needed, and made
// anew after the database was started again.
func (b *Backend) newPool(ctx context.Context, user string, limit int32, adjust ...func(params map[string]string)) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(b.db.DSN(user, "postgres"))
	if err != nil {
		return nil, fmt.Errorf("connect as %s: %w", user, err)
	}
	config.MaxConns = limit
	config.MaxConnIdleTime = 5 * time.Minute
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	config.ConnConfig.RuntimeParams["application_name"] = "localbase " + user
	for _, f := range adjust {
		f(config.ConnConfig.RuntimeParams)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect as %s: %w", user, err)
	}
	b.addCloser(func(context.Context) error { pool.Close(); return nil })
	return pool, nil
}

// runInBackground runs f, whose context ends with Close.
func (b *Backend) runInBackground(f func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(ctx)
	}()
	b.addCloser(func(context.Context) error {
		cancel()
		<-done
		return nil
	})
}

// restNeeds: as with `supabase start`, and unlike the hosted gateway, a request
// without a key is anon's. That gives nobody more: the publishable key is no secret.
func restKeyPolicy(string) keyPolicy { return keyOptional }

// authNeeds: links in mails and OAuth redirects are opened by a browser, without
// a key. Elsewhere none is needed, as with `supabase start`.
func authKeyPolicy(path string) keyPolicy {
	switch path {
	case "/verify", "/callback", "/authorize", "/health":
		return keyIgnored
	}
	if strings.HasPrefix(path, "/.well-known/") {
		return keyIgnored
	}
	return keyOptional
}

// storageNeeds: the storage service checks tokens by itself, and serves public
// and signed objects to anyone.
func storageKeyPolicy(path string) keyPolicy {
	for _, open := range []string{"/object/public/", "/object/sign/", "/object/upload/sign/", "/render/image/public/", "/render/image/sign/"} {
		if strings.HasPrefix(path, open) {
			return keyIgnored
		}
	}
	return keyOptional
}

// realtimeNeeds: the realtime service takes the key for the caller's token, as browsers
// can't send Authorization with a websocket.
func realtimeKeyPolicy(string) keyPolicy { return keyOptional }

// functionsNeed: a function's own settings say whether it wants a token.
func functionsKeyPolicy(string) keyPolicy { return keyOptional }
