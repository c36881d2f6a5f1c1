package realtime

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Pauses between two checks of visibility.
const (
	minVisibilityDelay = time.Millisecond
	maxVisibilityDelay = 100 * time.Millisecond
)

// waitUntilVisible waits until new statements see the effects of a committed transaction. Postgres
// writes a commit to the log shortly before other transactions see it. A policy check in between
// would not find a new row and would evaluate an old version of a changed row.
//
// A commit can wait for a synchronous standby for a long time. After databaseTimeout, the error
// restarts the stream, which starts after such commits.
func (b *changeBroker) waitUntilVisible(ctx context.Context, xid uint32) error {
	if xid == b.lastVisible {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	for pause := minVisibilityDelay; ; pause = min(2*pause, maxVisibilityDelay) {
		visible, err := b.isVisible(ctx, xid)
		if err != nil {
			return fmt.Errorf("check whether transaction %d is visible: %w", xid, err)
		}
		if visible {
			b.lastVisible = xid
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for transaction %d to be visible: %w", xid, ctx.Err())
		case <-time.After(pause):
		}
	}
}

// isVisible reports whether new statements see the effects of a committed transaction.
func (b *changeBroker) isVisible(ctx context.Context, xid uint32) (bool, error) {
	var next int64 // transactions from this number on have not ended
	var running []int64
	err := b.pool.QueryRow(ctx, `select pg_snapshot_xmax(s)::text::bigint, array(select pg_snapshot_xip(s)::text::bigint)
		from pg_current_snapshot() s`).Scan(&next, &running)
	if err != nil {
		return false, err
	}
	// The log contains only the lower 32 bits of the number, which wrap around.
	ended := int32(xid-uint32(next)) < 0
	return ended && !slices.ContainsFunc(running, func(r int64) bool { return uint32(r) == xid }), nil
}
