// Package measure runs a request many times at once and reports how long it took.
package measure

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Task is one request.
type Task func(context.Context) error

// Result is the outcome of Run.
type Result struct {
	Durations  []time.Duration // of each request, sorted
	Elapsed    time.Duration
	FirstError error
}

// Run runs a task in a loop, in several goroutines, until duration is over or a task
// of the goroutine fails.
func Run(ctx context.Context, do Task, goroutines int, duration time.Duration) Result {
	var result Result
	var lock sync.Mutex
	var wait sync.WaitGroup
	began := time.Now()
	for range goroutines {
		wait.Go(func() {
			var durations []time.Duration
			var failure error
			for failure == nil && time.Since(began) < duration && ctx.Err() == nil {
				start := time.Now()
				failure = do(ctx)
				durations = append(durations, time.Since(start))
			}
			lock.Lock()
			defer lock.Unlock()
			result.Durations = append(result.Durations, durations...)
			if result.FirstError == nil {
				result.FirstError = failure
			}
		})
	}
	wait.Wait()
	result.Elapsed = time.Since(began)
	slices.Sort(result.Durations)
	return result
}

// RequestsPerSecond returns the throughput.
func (r Result) RequestsPerSecond() float64 {
	return float64(len(r.Durations)) / r.Elapsed.Seconds()
}

// Quantile returns the time that a share q (0 to 1) of the requests took at most.
func (r Result) Quantile(q float64) time.Duration {
	if len(r.Durations) == 0 {
		return 0
	}
	return r.Durations[min(int(q*float64(len(r.Durations))), len(r.Durations)-1)]
}

// Milliseconds returns a duration as a number of milliseconds.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
