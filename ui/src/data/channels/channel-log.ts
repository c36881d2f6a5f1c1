import { ExternalStore } from '@/lib/external-store';
import { formatBytes } from '@/lib/text/format';
import type { ChannelMessage } from './channel';

/** Maximum number of entries, and of characters of their texts; the oldest ones are discarded. */
const maxEntries = 500;
const maxCharacters = 2_000_000;

/** Maximum number of characters of JSON on one line. */
const maxLine = 100;

/** Milliseconds in which messages are collected before the log changes. */
const collectDelay = 50;

/** A message, or a gap in which messages can be lost. */
export interface LogEntry {
  id: number;
  kind: 'received' | 'sent' | 'gap';
  /** In milliseconds since 1970. */
  at: number;
  event: string;
  /** The payload as the page shows it: a text as it is, other values as JSON. */
  text: string;
  payload: unknown;
}

export interface ChannelLogState {
  /** Oldest first. */
  entries: readonly LogEntry[];
  /** Number of entries that were discarded because of the limits. */
  discarded: number;
  isPaused: boolean;
  /** Number of entries that wait while the log is paused, at most as many as the log has. */
  waiting: number;
}

/** The messages of a channel that this page received and sent. While it is paused, new ones wait. */
export class ChannelLog extends ExternalStore<ChannelLogState> {
  #waiting: LogEntry[] = [];
  #discarded = 0;
  #nextId = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super({ entries: [], discarded: 0, isPaused: false, waiting: 0 });
  }

  addMessage({ event, payload, at, isOwn }: ChannelMessage): void {
    this.#add({ kind: isOwn ? 'sent' : 'received', at, event, payload, text: formatPayload(payload) });
  }

  /** Adds that messages can be missing here. */
  addGap(at: number): void {
    this.#add({ kind: 'gap', at, event: '', payload: null, text: '' });
  }

  setPaused(isPaused: boolean): void {
    this.setSnapshot({ ...this.snapshot(), isPaused });
    this.#publish();
  }

  /** Removes all entries. */
  clear(): void {
    this.#waiting = [];
    this.#discarded = 0;
    this.setSnapshot({ ...this.snapshot(), entries: [], discarded: 0, waiting: 0 });
  }

  /** Ends the timer. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #add(entry: Omit<LogEntry, 'id'>): void {
    this.#waiting = this.#trim([...this.#waiting, { ...entry, id: this.#nextId++ }]);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#publish();
    }, collectDelay);
  }

  #publish(): void {
    const { isPaused, entries } = this.snapshot();
    const waiting = isPaused ? this.#waiting.length : 0;
    const shown = isPaused ? entries : this.#trim([...entries, ...this.#waiting]);
    if (!isPaused) this.#waiting = [];
    this.setSnapshot({ isPaused, waiting, entries: shown, discarded: this.#discarded });
  }

  /** Discards the oldest entries above the limits. */
  #trim(entries: LogEntry[]): LogEntry[] {
    let characters = 0;
    let first = entries.length;
    while (first > 0 && entries.length - first < maxEntries) {
      characters += entries[first - 1]?.text.length ?? 0;
      // The newest entry stays, however long it is.
      if (characters > maxCharacters && first < entries.length) break;
      first -= 1;
    }
    this.#discarded += first;
    return first === 0 ? entries : entries.slice(first);
  }
}

/** Returns the entries whose event or payload contains a text, case-insensitively. Gaps stay, except for a search without matches. */
export function filterEntries(entries: readonly LogEntry[], text: string): readonly LogEntry[] {
  const searched = text.trim().toLowerCase();
  if (searched === '') return entries;
  const contains = ({ event, text }: LogEntry) =>
    event.toLowerCase().includes(searched) || text.toLowerCase().includes(searched);
  return entries.filter((entry) => entry.kind !== 'gap' && contains(entry));
}

/** Returns the entries as JSON lines: `at`, `kind`, `event` and `payload`. */
export function formatLog(entries: readonly LogEntry[]): string {
  return entries
    .map(({ at, kind, event, payload }) => {
      const time = new Date(at).toISOString();
      return `${JSON.stringify(kind === 'gap' ? { at: time, kind } : { at: time, kind, event, payload })}\n`;
    })
    .join('');
}

function formatPayload(payload: unknown): string {
  if (payload instanceof ArrayBuffer) return `[${formatBytes(payload.byteLength)}]`;
  const text = readText(payload);
  if (text !== undefined) return text;
  const line = JSON.stringify(payload) ?? '';
  return line.length <= maxLine ? line : JSON.stringify(payload, null, 2);
}

/** Returns the text of a message that contains only a text: that of this page, `{"text": "..."}`, or a JSON string. */
function readText(payload: unknown): string | undefined {
  if (typeof payload === 'string') return payload;
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { text, ...rest } = payload as { text?: unknown };
  return typeof text === 'string' && Object.keys(rest).length === 0 ? text : undefined;
}
