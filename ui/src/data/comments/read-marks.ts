import { Listeners } from '@/lib/external-store';
import type { CommentedRecord } from './project-comments';

/** Maximum number of records of which the browser stores when the user read the comments. */
const maxRecords = 500;

/** Until when the user has read comments, in milliseconds since 1970. */
interface ReadMarks {
  /** For records without a mark: when the browser stored the first mark. Earlier comments count as read. */
  since: number;
  /** By record; the oldest mark first. */
  records: Record<string, number>;
}

const storageKey = (userId: string) => `tableside.read-comments.${userId}`;
const listeners = new Listeners();
const recordId = ({ schema, table, key }: CommentedRecord) => JSON.stringify([schema, table, key]);

/** Returns the stored marks of a user. On the first use, stores and returns marks that start now. */
function loadMarks(userId: string): ReadMarks {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '') as Partial<ReadMarks>;
    if (typeof stored.since === 'number' && typeof stored.records === 'object')
      return { since: stored.since, records: stored.records };
  } catch {
    // Nothing is stored, storage is blocked, or the text is invalid.
  }
  const marks = { since: Date.now(), records: {} };
  store(userId, marks);
  return marks;
}

function store(userId: string, marks: ReadMarks): void {
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(marks));
  } catch {
    // Without storage, all comments count as read.
  }
}

/** Returns until when the user has read the comments on a record in this browser, in milliseconds since 1970. */
export function readUntil(userId: string, record: CommentedRecord): number {
  const { since, records } = loadMarks(userId);
  return Math.max(since, records[recordId(record)] ?? 0);
}

/** Records that the user has read the comments on a record that were written until a time. */
export function markRead(userId: string, record: CommentedRecord, until: Date): void {
  const { since, records } = loadMarks(userId);
  const id = recordId(record);
  const before = records[id] ?? since;
  if (until.getTime() <= before) return;
  delete records[id];
  records[id] = until.getTime();
  const entries = Object.entries(records).slice(-maxRecords);
  store(userId, { since, records: Object.fromEntries(entries) });
  version += 1;
  listeners.notify();
}

let version = 0;

/** Returns a number that changes when onRead calls its listeners. */
export const getReadVersion = () => version;

/** Calls the listener when the user has read comments, in this tab or another tab. Returns the unsubscribe function. */
export function onRead(listener: () => void): () => void {
  const remove = listeners.add(listener);
  const onStorage = ({ key }: StorageEvent) => {
    if (!key?.startsWith(storageKey(''))) return;
    version += 1;
    listener();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    remove();
    window.removeEventListener('storage', onStorage);
  };
}
