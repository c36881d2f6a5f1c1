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
	took    []time.Duration // sorted
	elapsed time.Duration
	failure error // the first
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
			result.took = append(result.took, took...)
			if result.failure == nil {
				result.failure = failure
			}
		})
	}
	wait.Wait()
	result.elapsed = time.Since(began)
	slices.Sort(result.took)
	return result
}

func (m measurement) perSecond() float64 { return float64(len(m.took)) / m.elapsed.Seconds() }

// quantile is the time that a share q of the requests took at most.
func (m measurement) quantile(q float64) time.Duration {
	if len(m.took) == 0 {
		return 0
	}
	return m.took[min(int(q*float64(len(m.took))), len(m.took)-1)]
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
