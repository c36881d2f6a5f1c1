package realtime

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Pauses between looks at whether a transaction can be seen.
const (
	minVisibilityDelay = time.Millisecond
	maxVisibilityDelay = 100 * time.Millisecond
)

// waitUntilVisible returns when new statements see what a transaction committed.
// Postgres writes a commit to the log, where we read it, a moment before it
// lets others see it: a policy asked in between would not find a new row, and
// would judge a changed one by what it was.
//
// A commit may wait for a standby, and so for long. After databaseWait the
// error has the stream begun anew, which waits for such commits by itself.
func (c *changeBroker) waitUntilVisible(ctx context.Context, xid uint32) error {
	if xid == c.lastVisible {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	for pause := minVisibilityDelay; ; pause = min(2*pause, maxVisibilityDelay) {
		visible, err := c.isVisible(ctx, xid)
		if err != nil {
			return fmt.Errorf("look whether transaction %d is visible: %w", xid, err)
		}
		if visible {
			c.lastVisible = xid
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for transaction %d to be visible: %w", xid, ctx.Err())
		case <-time.After(pause):
		}
	}
}

// isVisible tells whether new statements see what a committed transaction did.
func (c *changeBroker) isVisible(ctx context.Context, xid uint32) (bool, error) {
	var next int64 // no transaction from here on has ended
	var running []int64
	err := c.pool.QueryRow(ctx, `select pg_snapshot_xmax(s)::text::bigint, array(select pg_snapshot_xip(s)::text::bigint)
		from pg_current_snapshot() s`).Scan(&next, &running)
	if err != nil {
		return false, err
	}
	// The log has the lower half of the number only, which begins anew.
	ended := int32(xid-uint32(next)) < 0
	return ended && !slices.ContainsFunc(running, func(r int64) bool { return uint32(r) == xid }), nil
}
