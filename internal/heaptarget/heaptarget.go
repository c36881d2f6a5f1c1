// Package heaptarget makes the garbage collector run less often while the heap is small.
//
// By default Go collects when the heap has doubled. A proxy has a small heap and many
// goroutines, so it would collect many times a second, and scan the same stacks each time.
package heaptarget

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// smallMemory is the memory of the Go runtime, in bytes, at which a small heap is
	// collected.
	smallMemory = 64 << 20
	// maxSmallHeap is the number of bytes in use up to which a heap is small. For a larger
	// heap Go's default applies: collect when it has doubled.
	maxSmallHeap = 24 << 20
)

// Raise makes the process collect a small heap only when the runtime uses 64 MB. It has no
// effect if GOGC or GOMEMLIMIT is set in the environment. Call it at most once.
//
// The memory limit also holds for a small heap that grows fast, before the settings of a
// large heap are applied.
func Raise() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	const never, double = -1, 100
	isSmall := false
	adjust := func() {
		switch wasSmall := isSmall; {
		case !wasSmall && isSmallHeap(readLiveHeap()):
			isSmall = true
			debug.SetMemoryLimit(smallMemory)
			debug.SetGCPercent(never) // until the limit
		case wasSmall && !isSmallHeap(readLiveHeap()):
			isSmall = false
			debug.SetGCPercent(double)
			debug.SetMemoryLimit(math.MaxInt64)
		}
	}
	adjust()
	callAfterCollections(adjust)
}

func isSmallHeap(live uint64) bool { return live <= maxSmallHeap }

// readLiveHeap returns the bytes that the latest collection has found in use.
func readLiveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// callAfterCollections calls a function after each collection: a collection frees an
// object, whose finalizer calls the function and creates the next object.
func callAfterCollections(call func()) {
	type canary struct{ _ [64]byte } // too large to share a memory block with other objects
	var watch func()
	watch = func() {
		runtime.SetFinalizer(&canary{}, func(*canary) {
			call()
			watch()
		})
	}
	watch()
}
