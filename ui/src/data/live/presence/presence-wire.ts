import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { formatKeyText } from '@/data/writes/batches/guards.utils';
import type { Presence, PresenceLocation, PresenceMove, PresentUser, TableName } from './presence';

/** Maximum number of locations that a browser sends, and that are read of another browser. The relay rejects more. */
export const maxLocations = 20;

/** A location as the relay passes it on (`server/relay/location.go`): without empty members, and those that the receiver can't read. */
interface WireLocation {
  tab: string;
  record?: readonly KeyValue[];
  isOpen?: boolean;
  column?: string;
  view?: string;
  viewColumns?: readonly string[];
  filters?: number;
  next?: TableName;
}

/** The payload that a browser sends as its presence, and in broadcasts when a location changes. The relay adds the user. */
export interface WirePresence {
  /** Identifies the browser's connection. */
  browser: string;
  /** Increases with each message of the browser: the highest number is the current state. */
  n: number;
  locations: readonly WireLocation[];
}

/** Encodes where a tab is on a table's page. */
export function encodeLocation(tab: string, location: PresenceLocation): WireLocation {
  const { record, isOpen, column, query, columns, filters } = location;
  return {
    ...{ tab, isOpen, view: query, viewColumns: columns, filters },
    ...(record && { record }),
    ...(column !== null && { column }),
  };
}

/** Encodes that a tab has left the table for another table. */
export function encodeMove(tab: string, { schema, name }: TableName): WireLocation {
  return { tab, next: { schema, name } };
}

/** The state of another browser. */
export interface ReceivedPresence {
  user: PresentUser;
  browser: string;
  n: number;
  users: readonly Presence[];
  moves: readonly PresenceMove[];
}

/** Reads a presence or broadcast of another browser; undefined if it is not valid. The relay sets and checks the user. */
export function readPresence(message: unknown): ReceivedPresence | undefined {
  const { user: sent, browser, n, locations } = (message ?? {}) as Record<string, unknown>;
  const user = readUser(sent);
  if (!user || typeof browser !== 'string' || typeof n !== 'number' || !Array.isArray(locations))
    return undefined;
  const users: Presence[] = [];
  const moves: PresenceMove[] = [];
  for (const { next, ...location } of locations.slice(0, maxLocations) as WireLocation[]) {
    const { tab } = location;
    if (typeof tab !== 'string') continue;
    if (typeof next?.schema === 'string' && typeof next.name === 'string') moves.push({ user, tab, next });
    else users.push(readLocation(user, location));
  }
  return { user, browser, n, users, moves };
}

function readUser(sent: unknown): PresentUser | undefined {
  const { id, name, avatarUrl } = (sent ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  return { id, name, avatarUrl: typeof avatarUrl === 'string' ? avatarUrl : '' };
}

/** Converts a location that another browser has sent. Parts that are not valid are empty. */
function readLocation(user: PresentUser, location: Omit<WireLocation, 'next'>): Presence {
  const { tab, isOpen, column, view, viewColumns, filters } = location;
  const record = readKey(location.record);
  return {
    ...{ user, tab, record, recordKey: record ? formatKeyText(record) : '' },
    isOpen: record !== null && isOpen === true,
    column: record !== null && typeof column === 'string' ? column : null,
    query: typeof view === 'string' ? view : '',
    columns: Array.isArray(viewColumns) ? viewColumns.map(String) : [],
    filters: typeof filters === 'number' ? filters : 0,
  };
}

function readKey(record: unknown): readonly KeyValue[] | null {
  if (!Array.isArray(record) || record.length === 0) return null;
  const isKey = record.every((part) => typeof part?.column === 'string' && typeof part.value === 'string');
  return isKey ? (record as KeyValue[]) : null;
}
