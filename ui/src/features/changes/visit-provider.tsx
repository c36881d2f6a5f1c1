import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '@/data/writes/drafts';
import { Visit } from '@/data/writes/history/visit';
import { migrateEntry, scopeOf } from '@/data/writes/outbox-scope';
import { lazyPart, OnceOpen } from '@/lib/browser/lazy-part';
import { useShortcut } from '@/lib/browser/shortcuts';
import { onConnectionChange } from '@/lib/connection';
import { checkBackend, findTable, useSession, workspaceQuery } from '@/lib/session';
import { type ChangedRecord, OpenChangesContext } from '@/table/changes/changes-context';
import { VisitContext } from '@/table/visit-context';
import type { ChangesDialogProps } from './list/changes-dialog';
import { SignOutDialog } from './sign-out-dialog';

const ChangesDialog = lazyPart<ChangesDialogProps>(
  async () => (await import('./list/changes-dialog')).ChangesDialog,
);

/**
 * Keeps what a person changes, above the pages: one can undo on another page,
 * and what waits is sent from any of them.
 */
export function VisitProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { user, workspace, backend, schema } = useSession();
  const latest = useRef(schema);
  useEffect(() => {
    latest.current = schema;
  }, [schema]);
  const [visit] = useState(() => {
    const scope = scopeOf(backend, user);
    return new Visit({
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
  useEffect(() => visit.storage.start(), [visit]);
  useEffect(() => drafts.keepOf(user.id), [user.id]);
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
      if (undoing || visit.outbox.losesWithPage()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [visit]);
  return (
    <VisitContext value={visit}>
      <ChangesProvider>{children}</ChangesProvider>
      <SignOutDialog />
    </VisitContext>
  );
}

/** The list of changes, which any page can open. */
function ChangesProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [about, setAbout] = useState<ChangedRecord>();
  const show = useCallback((record?: ChangedRecord) => {
    setAbout(record);
    setOpen(true);
  }, []);
  const keys = { keys: 'mod+shift+h', label: 'Recent changes', group: 'Everywhere' };
  useShortcut(keys, () => (open ? setOpen(false) : show()), { everywhere: true });
  return (
    <OpenChangesContext value={show}>
      {children}
      <OnceOpen open={open}>
        <ChangesDialog open={open} onOpenChange={setOpen} about={about} onAll={() => setAbout(undefined)} />
      </OnceOpen>
    </OpenChangesContext>
  );
}
