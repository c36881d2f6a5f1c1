package cache

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// loader counts its loads; each returns the next number.
type loader struct{ count atomic.Int64 }

func (l *loader) load(context.Context) (int64, error) { return l.count.Add(1), nil }

func newTestCache(options Options[int64]) *Cache[int64] {
	if options.MaxAge == 0 {
		options.MaxAge = time.Minute
	}
	if options.MaxEntries == 0 {
		options.MaxEntries = 100
	}
	return New(options)
}

func mustGet(t *testing.T, c *Cache[int64], key string, l *loader) int64 {
	t.Helper()
	value, err := c.Get(t.Context(), key, l.load)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestConcurrentRequestsShareOneLoad(t *testing.T) {
	for name, prepare := range map[string]func(*Cache[int64]){
		"of a new key":       func(*Cache[int64]) {},
		"of an expired key":  func(c *Cache[int64]) { c.Put("a", -1); time.Sleep(time.Minute) },
		"while it is full":   func(c *Cache[int64]) { c.Put("b", -2); c.Put("c", -3) },
		"of a removed value": func(c *Cache[int64]) { c.Put("a", -1); c.Put("b", -2); c.Put("c", -3) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, l := newTestCache(Options[int64]{MaxEntries: 2}), &loader{}
				prepare(c)
				var wait sync.WaitGroup
				for range 100 {
					wait.Go(func() {
						value, err := c.Get(t.Context(), "a", func(ctx context.Context) (int64, error) {
							time.Sleep(time.Second)
							return l.load(ctx)
						})
						if value != 1 || err != nil {
							t.Errorf("got %d, %v", value, err)
						}
					})
				}
				wait.Wait()
				if value := mustGet(t, c, "a", l); value != 1 {
					t.Errorf("%d loads", value)
				}
			})
		})
	}
}

func TestAValueExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := newTestCache(Options[int64]{MaxAge: time.Minute}), &loader{}
		for _, step := range []struct {
			sleep time.Duration
			want  int64
		}{{0, 1}, {time.Minute - 1, 1}, {1, 2}, {59 * time.Second, 2}, {time.Second, 3}} {
			time.Sleep(step.sleep)
			if got := mustGet(t, c, "a", l); got != step.want {
				t.Errorf("after %s: load %d, want %d", step.sleep, got, step.want)
			}
		}
		time.Sleep(time.Minute)
		if _, ok := c.Find("a"); ok {
			t.Error("Find returns an expired value")
		}
	})
}

func TestGetNewerLoadsWhatIsOlder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := newTestCache(Options[int64]{MaxAge: time.Minute}), &loader{}
		mustGet(t, c, "a", l)
		for _, step := range []struct{ sleep, maxAge, want int64 }{{4, 5, 1}, {1, 5, 2}, {0, 5, 2}, {0, 0, 3}, {0, 0, 4}, {60, 3600, 5}} {
			time.Sleep(time.Duration(step.sleep) * time.Second)
			got, err := c.GetNewer(t.Context(), "a", time.Duration(step.maxAge)*time.Second, l.load)
			if got != step.want || err != nil {
				t.Errorf("after %d s, at most %d s old: load %d, %v, want %d", step.sleep, step.maxAge, got, err, step.want)
			}
		}
	})
}

func TestAFullCacheRemovesWhatWasStoredFirst(t *testing.T) {
	for name, options := range map[string]Options[int64]{
		"by number": {MaxEntries: 3},
		"by bytes":  {MaxBytes: 33, Size: func(int64) int64 { return 10 }},
		"by keys":   {MaxBytes: 3},
	} {
		t.Run(name, func(t *testing.T) {
			c := newTestCache(options)
			for _, key := range strings.Split("a b c a d e", " ") { // the second a replaces the first
				c.Put(key, 1)
			}
			if got := listKeys(c); got != "a d e" {
				t.Errorf("keys are %s", got)
			}
		})
	}
}

func TestBytesAreLimited(t *testing.T) {
	c := newTestCache(Options[int64]{MaxBytes: 100, Size: func(v int64) int64 { return v - 1 }}) // a key has 1 byte
	for _, step := range []struct {
		key  string
		size int64
		want string
	}{
		{"a", 40, "a"}, {"b", 60, "a b"}, {"a", 10, "a b"}, {"c", 31, "a c"},
		{"d", 1000, "d"}, // larger than the limit: alone
		{"e", 1, "e"},
	} {
		c.Put(step.key, step.size)
		if got := listKeys(c); got != step.want {
			t.Errorf("after %s of %d bytes, keys are %q, want %q", step.key, step.size, got, step.want)
		}
	}
}

func TestExpiredValuesAreRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(Options[int64]{MaxAge: time.Minute})
		c.Put("a", 1)
		c.Put("b", 1)
		time.Sleep(30 * time.Second)
		c.Put("b", 1)
		time.Sleep(30 * time.Second)
		c.Put("c", 1)
		if got := listKeys(c); got != "b c" {
			t.Errorf("keys are %s", got)
		}
	})
}

func TestAnErrorIsNotStored(t *testing.T) {
	c, l := newTestCache(Options[int64]{}), &loader{}
	failed := errors.New("failed")
	if _, err := c.Get(t.Context(), "a", func(context.Context) (int64, error) { return 9, failed }); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
	if got := mustGet(t, c, "a", l); got != 1 {
		t.Errorf("got %d", got)
	}
}

func TestAPanicIsAnError(t *testing.T) {
	c, l := newTestCache(Options[int64]{}), &loader{}
	_, err := c.Get(t.Context(), "a", func(context.Context) (int64, error) { panic("no value") })
	if err == nil || !strings.Contains(err.Error(), "no value") || !strings.Contains(err.Error(), "cache_test.go") {
		t.Errorf("got %v, want an error with the panic and its stack", err)
	}
	if got := mustGet(t, c, "a", l); got != 1 {
		t.Errorf("got %d", got)
	}
}

func TestACanceledCallerDoesNotFailTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(Options[int64]{})
		type key struct{}
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "of the first caller"))
		release := make(chan struct{})
		load := func(ctx context.Context) (int64, error) {
			<-release
			if ctx.Value(key{}) != "of the first caller" {
				t.Error("the load does not have the values of its first caller")
			}
			return 1, ctx.Err()
		}
		results := make(chan error, 2)
		go func() {
			_, err := c.Get(ctx, "a", load)
			results <- err
		}()
		synctest.Wait()
		go func() {
			value, err := c.Get(t.Context(), "a", load)
			if value != 1 {
				t.Errorf("the second caller got %d", value)
			}
			results <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("the canceled caller got %v", err)
		}
		close(release)
		if err := <-results; err != nil {
			t.Errorf("the second caller got %v", err)
		}
		if _, ok := c.Find("a"); !ok {
			t.Error("the value is not stored")
		}
	})
}

func listKeys(c *Cache[int64]) string {
	var keys []string
	var bytes int64
	for key := range c.entries {
		keys = append(keys, key)
	}
	for element := c.order.Front(); element != nil; element = element.Next() {
		bytes += element.Value.(entry[int64]).size
	}
	if c.order.Len() != len(keys) || bytes != c.bytes {
		return "of different numbers"
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}
