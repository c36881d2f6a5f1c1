import type { User, Workspace } from '@/lib/api.gen';
import type { OutboxEntry } from './outbox-store';

/** The user and the backend that queued edits belong to, as a text. `backend` is the workspace's fingerprint. */
export function scopeOf(backend: string, user: User): string {
  return JSON.stringify([backend, user.id]);
}

/**
 * Moves entries that an earlier version stored by the workspace's mode and name
 * into a scope. Those of a workspace with another name can be from before it was
 * renamed, or from another backend with the same users: they become failed
 * entries, so that the user decides. Returns undefined for an entry that stays.
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
    message: `This was changed in a workspace with the name “${name}”.`,
    details: '',
    hint: 'Try again only if that workspace had the same data, for example before it was renamed.',
    status: 0,
    requestId: '',
  };
  return { kind: 'rejected', error };
}
