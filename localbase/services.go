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
	"github.com/tableside/tableside/localbase/functions"
	"github.com/tableside/tableside/localbase/storage"
)

// service is one protocol behind the gateway.
type service struct {
	prefix  string // of its paths, without a slash at the end; taken off
	handler http.Handler
	needs   func(path string) keyNeed // path without the prefix
}

// Connections per service. PostgreSQL takes 100; the rest is for people, migrations and replication.
const (
	restConnections    = 30
	authConnections    = 10
	storageConnections = 15
)

// Within the data folder.
const (
	storageDir   = "storage"   // the objects' bytes
	functionsDir = "functions" // edge functions that the owner wrote: <name>/index.ts
)

// services connects each protocol to the database as its own user.
func (b *Base) services(ctx context.Context) ([]service, error) {
	authPool, err := b.pool(ctx, "supabase_auth_admin", authConnections)
	if err != nil {
		return nil, err
	}
	storagePool, err := b.pool(ctx, "supabase_storage_admin", storageConnections)
	if err != nil {
		return nil, err
	}
	storageHandler, err := storage.New(storage.Options{
		Pool: storagePool, Keys: b.keys, Logger: b.log,
		Dir:       filepath.Join(b.opts.DataDir, storageDir),
		PublicURL: b.info.URL + "/storage/v1",
	})
	if err != nil {
		return nil, err
	}
	if _, err := storageHandler.Repair(ctx); err != nil {
		return nil, err
	}
	authHandler := auth.New(auth.Options{
		Pool: authPool, Keys: b.keys, Logger: b.log,
		ExternalURL: b.info.URL + "/auth/v1",
		Autoconfirm: true,
	})
	functionsHandler, err := functions.New(functions.Options{
		Dirs: []string{filepath.Join(b.opts.DataDir, functionsDir)},
		Keys: b.keys, Logger: b.log,
		Env: map[string]string{
			"SUPABASE_URL":              b.info.URL,
			"SUPABASE_ANON_KEY":         b.info.AnonKey,
			"SUPABASE_SERVICE_ROLE_KEY": b.info.ServiceRoleKey,
			"SUPABASE_DB_URL":           b.info.DBURL,
		},
	})
	if err != nil {
		return nil, err
	}
	b.onClose(func(context.Context) error { return functionsHandler.Close() })
	return []service{
		{prefix: "/auth/v1", handler: authHandler, needs: authNeeds},
		{prefix: "/storage/v1", handler: storageHandler, needs: storageNeeds},
		{prefix: "/functions/v1", handler: functionsHandler, needs: functionsNeed},
	}, nil
}

// pool connects as user. Connections are made when they are needed, and made
// anew after the database was started again.
func (b *Base) pool(ctx context.Context, user string, limit int32) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(b.db.DSN(user, "postgres"))
	if err != nil {
		return nil, fmt.Errorf("connect as %s: %w", user, err)
	}
	config.MaxConns = limit
	config.MaxConnIdleTime = 5 * time.Minute
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	config.ConnConfig.RuntimeParams["application_name"] = "localbase " + user
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect as %s: %w", user, err)
	}
	b.onClose(func(context.Context) error { pool.Close(); return nil })
	return pool, nil
}

// authNeeds: links in mails and OAuth redirects are opened by a browser, without a key.
func authNeeds(path string) keyNeed {
	switch path {
	case "/verify", "/callback", "/authorize", "/health":
		return keyIgnored
	}
	if strings.HasPrefix(path, "/.well-known/") {
		return keyIgnored
	}
	return keyRequired
}

// storageNeeds: the storage service checks tokens by itself, and serves public
// and signed objects to anyone.
func storageNeeds(path string) keyNeed {
	for _, open := range []string{"/object/public/", "/object/sign/", "/object/upload/sign/", "/render/image/public/", "/render/image/sign/"} {
		if strings.HasPrefix(path, open) {
			return keyIgnored
		}
	}
	return keyOptional
}

// functionsNeed: a function's own settings say whether it wants a token.
func functionsNeed(string) keyNeed { return keyOptional }
