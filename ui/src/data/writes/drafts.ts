import { type EnteredFields, isUnchanged } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { checkTimestampTZ, formatTimestampTZForEdit } from '@/data/values/dates/datetime.utils';
import { formatRange, parseRange } from '@/data/values/range.utils';
import type { Column } from '@/lib/api.gen';
import { getZone } from '@/lib/browser/zone';

/** What was entered into a form and not saved, with the row as it was when that began. */
export interface Draft {
  baseRow: Row | undefined;
  entered: EnteredFields;
  /** The zone that its moments are entered in, once it is kept. */
  zone?: string | undefined;
  /** What was sent to a bucket for a new record. */
  files?: readonly DraftFile[] | undefined;
}

/** An object that only a draft refers to. */
export interface DraftFile {
  bucket: string;
  path: string;
}

/** A draft over a row with what was entered for a column; an entry that says what the row says is none. */
export function setEntry(draft: Draft, row: Row | undefined, column: Column, entry: EnteredValue): Draft {
  const baseRow = Object.keys(draft.entered).length > 0 ? draft.baseRow : row;
  const { [column.name]: _, ...others } = draft.entered;
  const same = isUnchanged(column, baseRow, entry);
  return { ...draft, baseRow, entered: same ? others : { ...others, [column.name]: entry } };
}

/** The draft over a row as it is now, without what was entered for some columns. */
export function rebaseDraft(draft: Draft, now: Row, without: readonly string[]): Draft {
  const kept = Object.entries(draft.entered).filter(([column]) => !without.includes(column));
  return { ...draft, baseRow: now, entered: Object.fromEntries(kept) };
}

/** The draft after a column was saved by itself. */
export function applySavedColumn(draft: Draft, { name }: Column, now: Row): Draft {
  const { [name]: _, ...entered } = draft.entered;
  return { ...draft, baseRow: draft.baseRow && { ...draft.baseRow, [name]: now[name] ?? null }, entered };
}

/** The draft with its moments in a person's zone as it is now. */
export function convertDraftZone(draft: Draft, columns: readonly Column[], zone = getZone()): Draft {
  const { zone: from = zone, entered } = draft;
  if (from === zone) return draft;
  const moved = (moment: string) => {
    const checked = checkTimestampTZ(moment.trim(), from);
    return 'value' in checked ? formatTimestampTZForEdit(checked.value, zone) : moment;
  };
  const entries = Object.entries(entered).map(([name, entry]): [string, EnteredValue] => {
    const column = columns.find((one) => one.name === name);
    if (!column || column.array || typeof entry !== 'string') return [name, entry];
    if (column.kind === 'timestamptz') return [name, moved(entry)];
    const range = column.base === 'tstzrange' ? parseRange(entry) : undefined;
    if (!range) return [name, entry];
    return [name, formatRange({ ...range, lower: moved(range.lower), upper: moved(range.upper) })];
  });
  return { ...draft, zone, entered: Object.fromEntries(entries) };
}

/** A draft as it is stored: a field that was set to its default holds no value. */
interface StoredDraft {
  baseRow?: Row;
  /** The name of `baseRow` in earlier versions. */
  seen?: Row;
  entered: [column: string, entry: { value?: Exclude<EnteredValue, undefined> }][];
  zone?: string;
  files?: readonly DraftFile[];
}

const storageKey = 'tableside:drafts';

/**
 * Unsaved input by form: going back in the browser's history, to another page,
 * or loading the page anew loses none of it. It lives as long as the tab.
 */
class DraftStore {
  #drafts: Map<string, Draft> | undefined;

  has(id: string): boolean {
    return this.#all().has(id);
  }

  get(id: string): Draft | undefined {
    return this.#all().get(id);
  }

  set(id: string, draft: Draft): void {
    this.#all().set(id, { ...draft, zone: getZone() });
    this.#store();
  }

  delete(id: string): void {
    if (this.#all().delete(id)) this.#store();
  }

  /** Drops all but those of a person: who signs in next in this tab finds none. Ids begin with whose they are. */
  removeOtherUsers(person: string | undefined): void {
    for (const id of [...this.#all().keys()]) {
      if ((JSON.parse(id) as unknown[])[0] !== person) this.#all().delete(id);
    }
    this.#store();
  }

  /** Forgets what was read, as a page that is loaded anew does. */
  reload(): void {
    this.#drafts = undefined;
  }

  #all(): Map<string, Draft> {
    this.#drafts ??= readStoredDrafts();
    return this.#drafts;
  }

  #store(): void {
    const stored = [...this.#all()].map(([id, { baseRow, entered, zone, files }]): [string, StoredDraft] => [
      id,
      {
        ...(baseRow ? { baseRow } : {}),
        ...(zone ? { zone } : {}),
        ...(files ? { files } : {}),
        entered: Object.entries(entered).map(([column, value]) => [
          column,
          value === undefined ? {} : { value },
        ]),
      },
    ]);
    try {
      if (stored.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(stored));
      else sessionStorage.removeItem(storageKey);
    } catch {
      // A browser that keeps nothing, or has no room, keeps them as long as the page lives.
    }
  }
}

function readStoredDrafts(): Map<string, Draft> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, StoredDraft][];
    return new Map(
      stored.map(([id, { seen, baseRow = seen, entered, zone, files }]) => [
        id,
        {
          baseRow,
          zone,
          files,
          entered: Object.fromEntries(entered.map(([column, { value }]) => [column, value])),
        },
      ]),
    );
  } catch {
    return new Map();
  }
}

export const drafts = new DraftStore();
