import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '@/data/writes/drafts';
import { ChangeSession } from '@/data/writes/history/change-session';
import { getOutboxScope, migrateEntry } from '@/data/writes/outbox/outbox-scope';
import {
  checkBackend,
  parkedAccountsQuery,
  useHasPageSession,
  useSession,
  useStorageId,
} from '@/lib/auth/session';
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
  const session = useSession();
  const { user, workspace, backend, schema } = session;
  const latestSchema = useRef(schema);
  useEffect(() => {
    latestSchema.current = schema;
  }, [schema]);
  const [changeSession] = useState(() => {
    const scope = getOutboxScope(session);
    return new ChangeSession({
      client,
      scope,
      migrate: (entry) => migrateEntry(entry, workspace, user, scope),
      checkBackend: () => checkBackend(client, backend),
      findTable: (schemaName, name) => findTable(latestSchema.current, schemaName, name),
    });
  });
  const isSignedIn = useHasPageSession();
  useEffect(() => changeSession.outbox.start(), [changeSession]);
  useEffect(() => changeSession.persistence.start(), [changeSession]);
  const storageId = useStorageId();
  // A user who views the workspace as another user returns to their own drafts.
  const viewerId = workspace.viewAs.byId;
  const { data: parked } = useQuery(parkedAccountsQuery());
  useEffect(() => {
    if (parked) drafts.removeOtherUsers([storageId, viewerId, ...parked.map(({ userId }) => userId)]);
  }, [storageId, viewerId, parked]);
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
