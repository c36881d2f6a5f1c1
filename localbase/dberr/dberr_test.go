package dberr_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/dberr"
)

func TestErrorsAreClassified(t *testing.T) {
	for name, test := range map[string]struct {
		err               error
		unavailable, full bool
	}{
		"nothing":                {nil, false, false},
		"a failed constraint":    {&pgconn.PgError{Code: "23505"}, false, false},
		"a canceled statement":   {&pgconn.PgError{Code: "57014"}, false, false},
		"a server that stops":    {&pgconn.PgError{Code: "57P01"}, true, false},
		"too many connections":   {&pgconn.PgError{Code: "53300"}, true, false},
		"a full database disk":   {fmt.Errorf("write: %w", &pgconn.PgError{Code: "53100"}), true, true},
		"no connection":          {&pgconn.ConnectError{}, true, false},
		"a broken connection":    {fmt.Errorf("query: %w", io.ErrUnexpectedEOF), true, false},
		"a reset connection":     {&net.OpError{Op: "read", Err: syscall.ECONNRESET}, true, false},
		"a full disk":            {errors.Join(errors.New("close"), &fs.PathError{Op: "write", Err: syscall.ENOSPC}), false, true},
		"a quota":                {&fs.PathError{Op: "write", Err: syscall.EDQUOT}, false, true},
		"a file without a right": {&fs.PathError{Op: "open", Err: syscall.EACCES}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := dberr.IsUnavailable(test.err); got != test.unavailable {
				t.Errorf("unavailable: %t", got)
			}
			if got := dberr.IsDiskFull(test.err); got != test.full {
				t.Errorf("full: %t", got)
			}
		})
	}
}
