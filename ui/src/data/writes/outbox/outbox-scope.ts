import type { User, Workspace } from '@/lib/api.gen';
import { writesMessages as messages } from '../writes-messages';
import type { OutboxEntry } from './outbox-store';

/** Returns the text that identifies the user and the backend of queued edits. `backend` is the workspace's fingerprint. */
export function getOutboxScope(backend: string, user: User): string {
  return JSON.stringify([backend, user.id]);
}

/**
 * Returns an entry that an earlier version stored by the workspace's mode and
 * name, moved into a scope; undefined for an entry that stays. An entry of a
 * workspace with another name can be from before it was renamed, or from another
 * backend with the same users: it becomes a failed entry, so that the user decides.
 */
export function migrateEntry(
  entry: OutboxEntry,
  { mode, name }: Pick<Workspace, 'mode' | 'name'>,
  user: User,
  scope: string,
): OutboxEntry | undefined {
  const legacy = parseLegacyScope(entry.scope);
  if (legacy?.mode !== mode || legacy.userId !== user.id) return undefined;
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
