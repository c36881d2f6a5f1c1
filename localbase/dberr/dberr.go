// Package dberr classifies errors of the database and of the disk below it, so
// that all services respond to an outage in the same way.
package dberr

import (
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// IsUnavailable reports whether the database could not be reached, broke off, or
// accepts no statements now. Whether a statement was executed is unknown.
func IsUnavailable(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return strings.HasPrefix(pg.Code, "08") || strings.HasPrefix(pg.Code, "53") || strings.HasPrefix(pg.Code, "57P")
	}
	var connect *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err)
}

// diskFull is PostgreSQL's code for a full disk.
const diskFull = "53100"

// IsDiskFull reports whether a file, of ours or of the database, could not be
// written because the disk is full or a quota is used up.
func IsDiskFull(err error) bool {
	var pg *pgconn.PgError
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.As(err, &pg) && pg.Code == diskFull
}
