import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '@/data/writes/drafts';
import { ChangeSession } from '@/data/writes/history/change-session';
import { migrateEntry, scopeOf } from '@/data/writes/outbox-scope';
import { LazyDialog, lazyComponent } from '@/lib/browser/lazy-loading';
import { useShortcut } from '@/lib/browser/shortcuts';
import { onConnectionChange } from '@/lib/connection';
import { findTable } from '@/lib/find-table';
import { checkBackend, useSession, workspaceQuery } from '@/lib/session';
import { ChangeSessionContext } from '@/table/change-session-context';
import { type ChangedRecord, OpenChangesContext } from '@/table/changes/changes-context';
import type { ChangesDialogProps } from './list/changes-dialog';
import { SignOutDialog } from './sign-out-dialog';

const ChangesDialog = lazyComponent<ChangesDialogProps>(
  async () => (await import('./list/changes-dialog')).ChangesDialog,
);

/**
 * Keeps what a person changes, above the pages: one can undo on another page,
 * and what waits is sent from any of them.
 */
export function ChangeSessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { user, workspace, backend, schema } = useSession();
  const latest = useRef(schema);
  useEffect(() => {
    latest.current = schema;
  }, [schema]);
  const [visit] = useState(() => {
    const scope = scopeOf(backend, user);
    return new ChangeSession({
      client,
      scope,
      migrate: (entry) => migrateEntry(entry, workspace, user, scope),
      checkBackend: () => checkBackend(client, backend),
      findTable: (schemaName, name) => findTable(latest.current, schemaName, name),
    });
  });
  // Null while the session has ended and its person has not signed in again.
  const present = useQuery(workspaceQuery()).data?.user?.id === user.id;
  useEffect(() => visit.outbox.start(), [visit]);
  useEffect(() => visit.persistence.start(), [visit]);
  useEffect(() => drafts.removeOtherUsers(user.id), [user.id]);
  useEffect(() => {
    if (present) void visit.outbox.flush();
  }, [visit, present]);
  useEffect(
    () => onConnectionChange(({ state }) => void (state === 'online' && visit.outbox.flush())),
    [visit],
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // An undo under way would stop half-way, and what it has to take back be forgotten.
      const undoing = visit.history.snapshot().changes.some(({ progress }) => progress !== undefined);
      if (undoing || visit.outbox.canLoseEdits()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [visit]);
  return (
    <ChangeSessionContext value={visit}>
      <ChangesDialogProvider>{children}</ChangesDialogProvider>
      <SignOutDialog />
    </ChangeSessionContext>
  );
}

/** The list of changes, which any page can open. */
function ChangesDialogProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [about, setAbout] = useState<ChangedRecord>();
  const show = useCallback((record?: ChangedRecord) => {
    setAbout(record);
    setOpen(true);
  }, []);
  const keys = { keys: 'mod+shift+h', label: 'Recent changes', group: 'Everywhere' };
  useShortcut(keys, () => (open ? setOpen(false) : show()), { isGlobal: true });
  return (
    <OpenChangesContext value={show}>
      {children}
      <LazyDialog open={open}>
        <ChangesDialog
          open={open}
          onOpenChange={setOpen}
          record={about}
          onShowAll={() => setAbout(undefined)}
        />
      </LazyDialog>
    </OpenChangesContext>
  );
}
