package realtime

import (
	"log/slog"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
)

// tableName is what subscriptions are found by; either part may be anyName.
type tableName struct{ schema, table string }

// changes knows who listens to changes of which tables.
type changes struct {
	pool *pgxpool.Pool
	log  *slog.Logger

	mu   sync.RWMutex
	subs map[tableName]map[*subscription]struct{}
}

func newChanges(pool *pgxpool.Pool, log *slog.Logger) *changes {
	return &changes{pool: pool, log: log, subs: make(map[tableName]map[*subscription]struct{})}
}

// add registers s, once. c.mu is held.
func (c *changes) add(s *subscription) {
	name := tableName{s.schema, s.table}
	if c.subs[name] == nil {
		c.subs[name] = make(map[*subscription]struct{})
	}
	c.subs[name][s] = struct{}{}
}

// remove takes subscriptions out, registered or not.
func (c *changes) remove(subs []*subscription) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range subs {
		name := tableName{s.schema, s.table}
		delete(c.subs[name], s)
		if len(c.subs[name]) == 0 {
			delete(c.subs, name)
		}
	}
}
