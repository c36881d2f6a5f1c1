package server

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/tableside/tableside/server/cache"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

const (
	// maxCachedFolders limits the folders in the cache, counted once for each user.
	maxCachedFolders     = 10_000
	maxCachedFolderBytes = 8 << 20 // of their names
	// maxPrivilegesBytes limits the response of the database function.
	maxPrivilegesBytes = 4 << 10
)

// newFilePrivilegesCache returns an empty cache of privileges, which it keeps as long as the
// schema.
func newFilePrivilegesCache(settings *settings) *cache.Cache[FilePrivileges] {
	return cache.New(cache.Options[FilePrivileges]{
		MaxAge: settings.SchemaMaxAge, MaxEntries: maxCachedFolders, MaxBytes: maxCachedFolderBytes, Now: settings.Now,
	})
}

// getFilePrivileges returns what the caller can do with objects under a prefix. The
// result is cached for Options.SchemaMaxAge, because the database evaluates each
// policy of storage.objects for it. All fields are null if the privileges are
// unknown, for example because the database function is not installed.
func (s *Server) getFilePrivileges(ctx context.Context, caller supa.Caller, bucket, prefix string) FilePrivileges {
	args, err := json.Marshal(map[string]string{"bucket": bucket, "prefix": strings.Trim(prefix, "/")})
	if err != nil {
		return FilePrivileges{}
	}
	// Policies often depend on the user, so the key names the user, not only the role.
	key := cacheKey(ctx) + "\x00" + string(args)
	privileges, err := s.filePrivileges.Get(ctx, key, func(ctx context.Context) (found FilePrivileges, err error) {
		err = s.backend.DecodeFunction(ctx, caller, schema.FunctionSchema(s.Schemas), schema.StorageFunctionName, args, maxPrivilegesBytes, func(text []byte) error {
			return json.Unmarshal(text, &found)
		})
		return found, err
	})
	if err != nil {
		return FilePrivileges{}
	}
	return privileges
}
