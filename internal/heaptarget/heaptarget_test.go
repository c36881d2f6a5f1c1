package heaptarget

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"
)

func TestTheSettingsFollowTheSizeOfTheHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	defer debug.SetMemoryLimit(math.MaxInt64)
	Raise()
	requireLimit(t, smallMemory)
	large := make([]byte, 2*maxSmallHeap)
	requireLimit(t, math.MaxInt64)
	runtime.KeepAlive(large)
	requireLimit(t, smallMemory)
}

// requireLimit waits until the memory limit is want.
func requireLimit(t *testing.T, want int64) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		runtime.GC()
		limit := debug.SetMemoryLimit(-1) // only reads it
		if limit == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the memory limit is %d, want %d", limit, want)
		}
	}
}

func TestEachCollectionIsReported(t *testing.T) {
	var count atomic.Int64
	callAfterCollections(func() { count.Add(1) })
	for want := int64(1); want <= 3; want++ {
		runtime.GC()
		for deadline := time.Now().Add(time.Minute); count.Load() < want; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d calls after %d collections", count.Load(), want)
			}
		}
	}
}
