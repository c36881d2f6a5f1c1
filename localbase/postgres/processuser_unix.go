//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// processUser is the user that the child processes run as.
type processUser struct {
	name       string
	uid, gid   int
	isSwitched bool // we are root, and the child is someone else
}

// findProcessUser is who runs a cluster whose files lie in pgdata (which need not
// exist yet).
func findProcessUser(pgdata string) (processUser, error) {
	if os.Geteuid() != 0 {
		return processUser{name: strconv.Itoa(os.Geteuid()), uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	if info, err := os.Stat(pgdata); err == nil {
		if uid, gid := ownerOf(info); uid != 0 {
			return processUser{name: userName(uid), uid: uid, gid: gid, isSwitched: true}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.Atoi(account.Uid)
		gid, errGID := strconv.Atoi(account.Gid)
		if errUID == nil && errGID == nil && uid != 0 {
			return processUser{name: name, uid: uid, gid: gid, isSwitched: true}, nil
		}
	}
	return processUser{}, errors.New("PostgreSQL refuses to run as root, and this machine has no user named postgres or nobody to run it as")
}

func userName(uid int) string {
	if account, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return account.Username
	}
	return strconv.Itoa(uid)
}

// newCommand runs a program in dir as this identity. The environment is a clean
// one: PGDATA, PGPORT and their like are for other servers.
func (id processUser) newCommand(ctx context.Context, dir, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/", "LC_MESSAGES=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if id.isSwitched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(id.uid), Gid: uint32(id.gid)}
	}
	return cmd
}

// canEnter says whether the identity can reach dir. The kernel is asked, by
// starting a program there, because permission bits don't tell all (ACLs).
func (id processUser) canEnter(ctx context.Context, dir string, b binaries) (bool, error) {
	if !id.isSwitched {
		return true, nil
	}
	err := id.newCommand(ctx, dir, b.postgres(), "--version").Run()
	if errors.Is(err, fs.ErrPermission) {
		return false, nil
	}
	return err == nil, err
}

// chown hands path to the identity.
func (id processUser) chown(path string) error {
	if !id.isSwitched {
		return nil
	}
	return os.Chown(path, id.uid, id.gid)
}

func ownerOf(info fs.FileInfo) (uid, gid int) {
	stat := info.Sys().(*syscall.Stat_t) // always so on unix
	return int(stat.Uid), int(stat.Gid)
}

// checkOwnership refuses a folder that another user made or may write to.
func checkOwnership(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if uid, _ := ownerOf(info); uid != os.Geteuid() || !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s must be a folder that belongs to user %d and that nobody else may write to", dir, os.Geteuid())
	}
	return nil
}
