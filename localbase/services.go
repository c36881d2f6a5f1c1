package localbase

import (
	"context"
	"encoding/json"
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
	prefix    string // of its paths, without a trailing slash; the gateway removes it
	handler   http.Handler
	keyPolicy func(path string) keyPolicy // path without the prefix

	// isKeyToken makes a legacy key the caller's token if there is no Authorization.
	isKeyToken bool
}

// Connections per service. PostgreSQL allows 100; the others are for users, migrations and
// replication.
const (
	restConnections     = 30
	authConnections     = 10
	storageConnections  = 15
	realtimeConnections = 8
)

// Folders inside the data folder.
const (
	storageDir       = "storage"        // content of the objects
	functionsDir     = "functions"      // the owner's edge functions: NAME/index.ts
	demoFunctionsDir = "demo-functions" // the demo's edge functions, written at each start
)

// newServices creates all services.
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

// newRESTService starts the REST service.
func (b *Backend) newRESTService(ctx context.Context) (service, error) {
	schemas := b.opts.Schemas
	if len(schemas) == 0 {
		schemas = b.config.API.Schemas
	}
	pool, err := b.newPool(ctx, "authenticator", restConnections, func(params map[string]string) {
		// SQL functions read this setting to return only exposed schemas. A setting in the
		// database takes precedence, as it does for REST.
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

// newAuthService starts the auth service, and sets b.mailbox.
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

// newStorageService starts the storage service, after a repair of its files and rows.
func (b *Backend) newStorageService(ctx context.Context) (service, error) {
	pool, err := b.newPool(ctx, "supabase_storage_admin", storageConnections)
	if err != nil {
		return service{}, err
	}
	handler, err := storage.New(storage.Options{
		Pool: pool, Keys: b.keys, Logger: b.log,
		Dir:       filepath.Join(b.opts.DataDir, storageDir),
		PublicURL: b.info.URL + "/storage/v1", FileSizeLimit: b.FileSizeLimit(),
	})
	if err != nil {
		return service{}, err
	}
	if _, err := handler.Repair(ctx); err != nil {
		return service{}, err
	}
	return service{prefix: "/storage/v1", handler: handler, keyPolicy: storageKeyPolicy}, nil
}

// newFunctionsService starts the service of Edge Functions, with those of the demo if it is
// enabled.
func (b *Backend) newFunctionsService(context.Context) (service, error) {
	dirs := []string{filepath.Join(b.opts.DataDir, functionsDir)}
	if b.opts.Demo {
		dir := filepath.Join(b.opts.DataDir, demoFunctionsDir)
		if err := demo.WriteFunctions(dir); err != nil {
			return service{}, err
		}
		dirs = append(dirs, dir)
	}
	env, err := b.functionsEnvironment()
	if err != nil {
		return service{}, err
	}
	handler, err := functions.New(functions.Options{Dirs: dirs, Keys: b.keys, Logger: b.log, Env: env, Configs: b.config.Functions})
	if err != nil {
		return service{}, err
	}
	b.addCloser(func(context.Context) error { return handler.Close() })
	return service{prefix: "/functions/v1", handler: handler, keyPolicy: functionsKeyPolicy}, nil
}

// functionsEnvironment returns the variables that a hosted project sets for each function.
//
// Source: https://supabase.com/docs/guides/functions/secrets#default-secrets
func (b *Backend) functionsEnvironment() (map[string]string, error) {
	env := map[string]string{
		"SUPABASE_URL":              b.info.URL,
		"SUPABASE_ANON_KEY":         b.info.AnonKey,
		"SUPABASE_SERVICE_ROLE_KEY": b.info.ServiceRoleKey,
		"SUPABASE_DB_URL":           b.info.DBURL,
	}
	for name, value := range map[string]any{
		"SUPABASE_PUBLISHABLE_KEYS": map[string]string{"default": b.info.PublishableKey},
		"SUPABASE_SECRET_KEYS":      map[string]string{"default": b.info.SecretKey},
		"SUPABASE_JWKS":             b.keys.JWKS(),
	} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", name, err)
		}
		env[name] = string(text)
	}
	for name, value := range b.config.EdgeRuntime.Secrets {
		if name = strings.ToUpper(name); !strings.HasPrefix(name, "SUPABASE_") { // reserved, as with the CLI
			env[name] = expandEnvironment(value)
		}
	}
	return env, nil
}

// newRealtimeService starts the realtime service.
func (b *Backend) newRealtimeService(ctx context.Context) (service, error) {
	const user = "supabase_realtime_admin"
	pool, err := b.newPool(ctx, user, realtimeConnections)
	if err != nil {
		return service{}, err
	}
	handler := realtime.New(realtime.Options{
		Pool: pool, Keys: b.keys, Logger: b.log, ReplicationDSN: b.db.DSN(user, database),
		Limits: realtime.Limits{Connections: b.opts.RealtimeConnections},
	})
	b.runInBackground(handler.Run)
	b.addCloser(handler.Close)
	return service{prefix: "/realtime/v1", handler: handler, keyPolicy: realtimeKeyPolicy, isKeyToken: true}, nil
}

// newPool returns a pool of at most limit connections to the database as user. It connects when the
// first connection is needed, and again after a restart of the database. setParams changes the
// parameters that each connection sets. Close closes the pool.
func (b *Backend) newPool(ctx context.Context, user string, limit int32, setParams ...func(params map[string]string)) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(b.db.DSN(user, database))
	if err != nil {
		return nil, fmt.Errorf("connect as %s: %w", user, err)
	}
	config.MaxConns = limit
	config.MaxConnIdleTime = 5 * time.Minute
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	config.ConnConfig.RuntimeParams["application_name"] = "localbase " + user
	for _, f := range setParams {
		f(config.ConnConfig.RuntimeParams)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect as %s: %w", user, err)
	}
	b.addCloser(func(context.Context) error { pool.Close(); return nil })
	return pool, nil
}

// runInBackground starts f. Close cancels its context and waits for it.
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

// restKeyPolicy accepts requests without a key, as `supabase start` does. They have the role anon,
// like requests with the publishable key, which is public.
func restKeyPolicy(string) keyPolicy { return keyOptional }

// authKeyPolicy ignores keys on paths that a browser opens from a mail or an OAuth redirect.
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

// storageKeyPolicy ignores keys on the paths of public and signed objects.
func storageKeyPolicy(path string) keyPolicy {
	for _, publicPrefix := range []string{"/object/public/", "/object/sign/", "/object/upload/sign/", "/render/image/public/", "/render/image/sign/"} {
		if strings.HasPrefix(path, publicPrefix) {
			return keyIgnored
		}
	}
	return keyOptional
}

// realtimeKeyPolicy checks keys: the realtime service uses the key as the caller's token, since
// browsers can't send Authorization with a WebSocket.
func realtimeKeyPolicy(string) keyPolicy { return keyOptional }

// functionsKeyPolicy accepts requests without a key. The function's settings determine whether it
// requires a token.
func functionsKeyPolicy(string) keyPolicy { return keyOptional }
