package server

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// maxCachedFolders is the number of folders, counted per caller, that the cache holds.
const maxCachedFolders = 10_000

// filePrivilegesCache caches what a caller can do in a folder, for Options.SchemaAge:
// asking the database evaluates every policy of storage.objects. The key names the
// user as well as the role, since policies often depend on the user.
type filePrivilegesCache struct {
	*settings
	backend *supa.Backend

	mu      sync.Mutex
	entries map[folderKey]cachedPrivileges
}

type folderKey struct{ caller, bucket, prefix string }

type cachedPrivileges struct {
	privileges FilePrivileges
	expiresAt  time.Time
}

func newFilePrivilegesCache(backend *supa.Backend, settings *settings) *filePrivilegesCache {
	return &filePrivilegesCache{settings: settings, backend: backend, entries: map[folderKey]cachedPrivileges{}}
}

// get returns what the caller can do with objects under a prefix. All is null if it
// is unknown, for example because the function is not installed; that isn't cached.
func (c *filePrivilegesCache) get(ctx context.Context, caller supa.Caller, bucket, prefix string) FilePrivileges {
	key := folderKey{caller: cacheKey(ctx), bucket: bucket, prefix: strings.Trim(prefix, "/")}
	c.mu.Lock()
	cached, ok := c.entries[key]
	c.mu.Unlock()
	if ok && c.Now().Before(cached.expiresAt) {
		return cached.privileges
	}
	privileges, err := c.fetch(ctx, caller, bucket, key.prefix)
	if err != nil {
		return FilePrivileges{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= maxCachedFolders {
		clear(c.entries) // rare, and cheap to fetch again
	}
	c.entries[key] = cachedPrivileges{privileges: privileges, expiresAt: c.Now().Add(c.SchemaMaxAge)}
	return privileges
}

func (c *filePrivilegesCache) fetch(ctx context.Context, caller supa.Caller, bucket, prefix string) (privileges FilePrivileges, err error) {
	args, err := json.Marshal(map[string]string{"bucket": bucket, "prefix": prefix})
	if err != nil {
		return privileges, err
	}
	err = c.backend.DecodeFunction(ctx, caller, functionSchema, schema.StorageFunctionName, args, 4096, func(text []byte) error {
		return json.Unmarshal(text, &privileges)
	})
	return privileges, err
}
