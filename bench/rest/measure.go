package main

import (
	"context"
	"slices"
	"sync"
	"time"
)

// task is one request.
type task func(context.Context) error

// measurement is what some seconds of requests gave.
type measurement struct {
	durations  []time.Duration // sorted
	elapsed    time.Duration
	firstError error // the first
}

// measure runs task over and over in so many goroutines.
func measure(ctx context.Context, do task, goroutines int, duration time.Duration) measurement {
	var result measurement
	var lock sync.Mutex
	var wait sync.WaitGroup
	began := time.Now()
	for range goroutines {
		wait.Go(func() {
			var took []time.Duration
			var failure error
			for failure == nil && time.Since(began) < duration && ctx.Err() == nil {
				start := time.Now()
				failure = do(ctx)
				took = append(took, time.Since(start))
			}
			lock.Lock()
			defer lock.Unlock()
			result.durations = append(result.durations, took...)
			if result.firstError == nil {
				result.firstError = failure
			}
		})
	}
	wait.Wait()
	result.elapsed = time.Since(began)
	slices.Sort(result.durations)
	return result
}

func (m measurement) requestsPerSecond() float64 {
	return float64(len(m.durations)) / m.elapsed.Seconds()
}

// quantile is the time that a share q of the requests took at most.
func (m measurement) quantile(q float64) time.Duration {
	if len(m.durations) == 0 {
		return 0
	}
	return m.durations[min(int(q*float64(len(m.durations))), len(m.durations)-1)]
}

func toMilliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
