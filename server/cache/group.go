package cache

import (
	"context"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/singleflight"
)

// Group runs a function once for all callers that request the same key at the
// same time. It stores no results: the next call after the function's end runs it
// again. The zero value is ready to use.
type Group[V any] struct{ flights singleflight.Group }

// Do returns the result of run for key, or of the call of run that is in progress
// for key. A caller stops waiting when its ctx ends, with the error of ctx; run
// continues for the other callers, with a context that has the values of the first
// caller's ctx but does not end. A panic in run becomes an error of all its callers.
func (g *Group[V]) Do(ctx context.Context, key string, run func(context.Context) (V, error)) (V, error) {
	result := g.flights.DoChan(key, func() (value any, err error) {
		defer func() { // in this goroutine, a panic would end the process
			if reason := recover(); reason != nil {
				value, err = *new(V), fmt.Errorf("panic: %v\n%s", reason, debug.Stack())
			}
		}()
		return run(context.WithoutCancel(ctx))
	})
	select {
	case r := <-result:
		value, _ := r.Val.(V) // a nil interface value has no type
		return value, r.Err
	case <-ctx.Done():
		return *new(V), fmt.Errorf("wait for a shared result: %w", ctx.Err())
	}
}
