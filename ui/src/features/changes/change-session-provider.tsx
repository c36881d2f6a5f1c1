import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '@/data/writes/drafts';
import { ChangeSession } from '@/data/writes/history/change-session';
import { getOutboxScope, migrateEntry } from '@/data/writes/outbox/outbox-scope';
import { checkBackend, parkedAccountsQuery, useSession, workspaceQuery } from '@/lib/auth/session';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { findTable } from '@/lib/find-table';
import { onConnectionChange } from '@/lib/requests/connection';
import { ChangeSessionContext } from '@/table/change-session-context';
import { type ChangedRecord, OpenChangesContext } from '@/table/changes/changes-context';
import { changesMessages } from './changes-messages';
import type { ChangesDialogProps } from './list/changes-dialog';
import { SignOutGuard } from './sign-out-guard';

const ChangesDialog = lazyComponent<ChangesDialogProps>(
  async () => (await import('./list/changes-dialog')).ChangesDialog,
);

/**
 * Provides the user's change session to all pages, so that undo works on every page and queued edits are sent from
 * every page. Also provides the list of recent changes and the question before a sign-out with unsaved edits.
 */
export function ChangeSessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { user, workspace, backend, schema } = useSession();
  const latestSchema = useRef(schema);
  useEffect(() => {
    latestSchema.current = schema;
  }, [schema]);
  const [changeSession] = useState(() => {
    const scope = getOutboxScope(backend, user);
    return new ChangeSession({
      client,
      scope,
      migrate: (entry) => migrateEntry(entry, workspace, user, scope),
      checkBackend: () => checkBackend(client, backend),
      findTable: (schemaName, name) => findTable(latestSchema.current, schemaName, name),
    });
  });
  // The workspace has no user, or another one, after the session has ended and before the user signs in again.
  const isSignedIn = useQuery(workspaceQuery()).data?.user?.id === user.id;
  useEffect(() => changeSession.outbox.start(), [changeSession]);
  useEffect(() => changeSession.persistence.start(), [changeSession]);
  const { data: parked } = useQuery(parkedAccountsQuery());
  useEffect(() => {
    if (parked) drafts.removeOtherUsers([user.id, ...parked.map(({ userId }) => userId)]);
  }, [user.id, parked]);
  useEffect(() => {
    if (isSignedIn) void changeSession.outbox.flush();
  }, [changeSession, isSignedIn]);
  useEffect(
    () => onConnectionChange(({ state }) => void (state === 'online' && changeSession.outbox.flush())),
    [changeSession],
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // Closing the page would stop a running undo and lose its remaining rows.
      const isReplaying = changeSession.history
        .snapshot()
        .changes.some(({ progress }) => progress !== undefined);
      if (isReplaying || changeSession.outbox.canLoseEdits()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [changeSession]);
  return (
    <ChangeSessionContext value={changeSession}>
      <ChangesDialogProvider>{children}</ChangesDialogProvider>
      <SignOutGuard />
    </ChangeSessionContext>
  );
}

/** Provides a function that opens the list of recent changes, and its shortcut. */
function ChangesDialogProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [record, setRecord] = useState<ChangedRecord>();
  const show = useCallback((shownRecord?: ChangedRecord) => {
    setRecord(shownRecord);
    setOpen(true);
  }, []);
  useShortcut({ keys: 'mod+shift+h', ...changesMessages.shortcut }, () => (open ? setOpen(false) : show()), {
    isGlobal: true,
  });
  return (
    <OpenChangesContext value={show}>
      {children}
      <LazyDialog open={open}>
        <ChangesDialog
          open={open}
          onOpenChange={setOpen}
          record={record}
          onShowAll={() => setRecord(undefined)}
        />
      </LazyDialog>
    </OpenChangesContext>
  );
}
