import type { User, Workspace } from '@/lib/api.gen';
import type { Session } from '@/lib/auth/session';
import { getStorageId } from '@/lib/auth/storage-id';
import { writesMessages as messages } from '../writes-messages';
import type { OutboxEntry } from './outbox-store';

/**
 * Returns the text that identifies the user and the backend of queued edits, undo steps, uploads and jobs. A session in which
 * the user is viewed by another one has its own scope: it must not send or show what the user stored in this browser.
 */
export function getOutboxScope({ backend, user, workspace }: Omit<Session, 'schema'>): string {
  return JSON.stringify([backend, getStorageId(user, workspace)]);
}

/**
 * Returns an entry that an earlier version stored by the workspace's mode and
 * name, moved into a scope; undefined for an entry that stays. An entry of a
 * workspace with another name can be from before it was renamed, or from another
 * backend with the same users: it becomes a failed entry, so that the user decides.
 */
export function migrateEntry(
  entry: OutboxEntry,
  { mode, name, viewAs }: Pick<Workspace, 'mode' | 'name' | 'viewAs'>,
  user: User,
  scope: string,
): OutboxEntry | undefined {
  const legacy = parseLegacyScope(entry.scope);
  if (viewAs.status === 'active' || legacy?.mode !== mode || legacy.userId !== user.id) return undefined;
  if (legacy.name === name) return { ...entry, scope };
  return { ...entry, scope, state: 'failed', error: null, rejection: otherWorkspaceRejection(legacy.name) };
}

function parseLegacyScope(scope: string) {
  const parts: unknown = JSON.parse(scope);
  if (!Array.isArray(parts) || parts.length !== 3) return undefined;
  const [mode, name, userId] = parts.map(String);
  return { mode, name: name ?? '', userId };
}

function otherWorkspaceRejection(name: string): OutboxEntry['rejection'] {
  const error = {
    code: 'other_workspace',
    message: messages.otherWorkspace(name),
    details: '',
    hint: messages.checkWorkspace,
    status: 0,
    requestId: '',
  };
  return { kind: 'rejected', error };
}
