// Package cache stores loaded values for a limited time, in a limited number and
// size. Concurrent requests for a value share one load.
package cache

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// Options configures a Cache.
type Options[V any] struct {
	MaxAge     time.Duration // after its load, a value is used for this long
	MaxEntries int           // at least 1
	// MaxBytes limits the bytes of all keys and values; 0: no limit. The latest value
	// is stored even if it is larger than the limit.
	MaxBytes int64
	Size     func(V) int64    // bytes of a value; nil: only keys count
	Now      func() time.Time // nil: time.Now
}

// Cache stores values by key. When it is full, it removes the values that were
// stored first: they are the next to expire. Its methods are safe for concurrent use.
//
// It does not use hashicorp/golang-lru/v2/expirable, which has no limit in bytes, no
// replaceable clock, and a goroutine for each cache that nothing can stop.
type Cache[V any] struct {
	options Options[V]
	loads   Group[V]

	mu      sync.RWMutex
	entries map[string]*list.Element // of entry[V]
	order   *list.List               // the entries, first stored first
	bytes   int64                    // sum of the entries' sizes
}

type entry[V any] struct {
	key      string
	value    V
	size     int64
	storedAt time.Time
}

// New returns an empty cache.
func New[V any](options Options[V]) *Cache[V] {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Size == nil {
		options.Size = func(V) int64 { return 0 }
	}
	return &Cache[V]{options: options, entries: map[string]*list.Element{}, order: list.New()}
}

// Get returns the value of key, which it loads if there is none that is younger than
// MaxAge. An error of load is returned to all callers that waited for it, and not
// stored. See Group.Do for ctx and the context of load.
func (c *Cache[V]) Get(ctx context.Context, key string, load func(context.Context) (V, error)) (V, error) {
	return c.GetNewer(ctx, key, c.options.MaxAge, load)
}

// GetNewer is Get for a value that was stored less than maxAge ago. With maxAge 0,
// the value is loaded in any case, unless a load of it is in progress.
func (c *Cache[V]) GetNewer(ctx context.Context, key string, maxAge time.Duration, load func(context.Context) (V, error)) (V, error) {
	if value, ok := c.find(key, maxAge); ok {
		return value, nil
	}
	return c.loads.Do(ctx, key, func(ctx context.Context) (V, error) {
		if value, ok := c.find(key, maxAge); ok { // another load has ended since the first find
			return value, nil
		}
		value, err := load(ctx)
		if err == nil {
			c.Put(key, value)
		}
		return value, err
	})
}

// Find returns the value of key if one is stored that is younger than MaxAge.
func (c *Cache[V]) Find(key string) (V, bool) { return c.find(key, c.options.MaxAge) }

// find returns the value of a key; false if there is none, or if it is older than maxAge or
// Options.MaxAge.
func (c *Cache[V]) find(key string, maxAge time.Duration) (V, bool) {
	c.mu.RLock()
	element := c.entries[key]
	c.mu.RUnlock()
	if element == nil {
		return *new(V), false
	}
	found := element.Value.(entry[V]) // never changed once it is stored
	if c.options.Now().Sub(found.storedAt) >= min(maxAge, c.options.MaxAge) {
		return *new(V), false
	}
	return found.value, true
}

// Put stores the value of key, and removes the values that have expired or exceed
// the limits.
func (c *Cache[V]) Put(key string, value V) {
	stored := entry[V]{key: key, value: value, size: int64(len(key)) + c.options.Size(value), storedAt: c.options.Now()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if replaced := c.entries[key]; replaced != nil {
		c.remove(replaced)
	}
	c.entries[key] = c.order.PushBack(stored)
	c.bytes += stored.size
	for oldest := c.order.Front(); oldest != c.entries[key]; oldest = c.order.Front() {
		isFull := len(c.entries) > c.options.MaxEntries || (c.options.MaxBytes > 0 && c.bytes > c.options.MaxBytes)
		if !isFull && stored.storedAt.Sub(oldest.Value.(entry[V]).storedAt) < c.options.MaxAge {
			break
		}
		c.remove(oldest)
	}
}

// remove removes an entry. c.mu must be locked for writing.
func (c *Cache[V]) remove(element *list.Element) {
	removed := c.order.Remove(element).(entry[V])
	delete(c.entries, removed.key)
	c.bytes -= removed.size
}
