import { type EnteredFields, isUnchanged } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { checkTimestampTZ, formatTimestampTZForEdit } from '@/data/values/dates/datetime.utils';
import { formatRange, parseRange } from '@/data/values/range.utils';
import type { Column } from '@/lib/api.gen';
import { getZone } from '@/lib/browser/zone/zone';

/** The unsaved input of a form. */
export interface Draft {
  /** The row as it was when the input began; undefined for a new record. */
  baseRow: Row | undefined;
  entered: EnteredFields;
  /** The time zone in which its timestamps were entered; set when the draft is stored. */
  zone?: string | undefined;
  /** Files that were uploaded for a new record. */
  files?: readonly DraftFile[] | undefined;
}

/** A file in a bucket that only a draft refers to. */
export interface DraftFile {
  bucket: string;
  path: string;
}

/** Returns the draft with an entry for a column. An entry that equals the row's value is removed. */
export function setEntry(draft: Draft, row: Row | undefined, column: Column, entry: EnteredValue): Draft {
  const baseRow = Object.keys(draft.entered).length > 0 ? draft.baseRow : row;
  const { [column.name]: _, ...others } = draft.entered;
  const isSame = isUnchanged(column, baseRow, entry);
  return { ...draft, baseRow, entered: isSame ? others : { ...others, [column.name]: entry } };
}

/** Returns the draft based on the current row, without the entries of some columns. */
export function rebaseDraft(draft: Draft, current: Row, without: readonly string[]): Draft {
  const entries = Object.entries(draft.entered).filter(([column]) => !without.includes(column));
  return { ...draft, baseRow: current, entered: Object.fromEntries(entries) };
}

/** Returns the draft after one column was saved, without its entry. */
export function applySavedColumn(draft: Draft, { name }: Column, now: Row): Draft {
  const { [name]: _, ...entered } = draft.entered;
  return { ...draft, baseRow: draft.baseRow && { ...draft.baseRow, [name]: now[name] ?? null }, entered };
}

/**
 * Returns the draft with its timestamps converted from the time zone in which they were entered (`draft.zone`) to
 * `zone`, by default the current one. Invalid timestamps are unchanged.
 */
export function convertDraftZone(draft: Draft, columns: readonly Column[], zone = getZone()): Draft {
  const { zone: from = zone, entered } = draft;
  if (from === zone) return draft;
  const convert = (text: string) => {
    const checked = checkTimestampTZ(text.trim(), from);
    return 'value' in checked ? formatTimestampTZForEdit(checked.value, zone) : text;
  };
  const entries = Object.entries(entered).map(([name, entry]): [string, EnteredValue] => {
    const column = columns.find((candidate) => candidate.name === name);
    if (!column || column.array || typeof entry !== 'string') return [name, entry];
    if (column.kind === 'timestamptz') return [name, convert(entry)];
    const range = column.base === 'tstzrange' ? parseRange(entry) : undefined;
    if (!range) return [name, entry];
    return [name, formatRange({ ...range, lower: convert(range.lower), upper: convert(range.upper) })];
  });
  return { ...draft, zone, entered: Object.fromEntries(entries) };
}

/** A draft as the browser stores it. An entry without a value sets the column to its default. */
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
 * The drafts of a tab, by form. They outlive navigation and a reload, until the tab
 * is closed. A form's id is a JSON array that starts with the user's id.
 */
class DraftStore {
  #drafts: Map<string, Draft> | undefined;

  has(id: string): boolean {
    return this.#all().has(id);
  }

  get(id: string): Draft | undefined {
    return this.#all().get(id);
  }

  /** Stores a draft, with the current time zone, in which its timestamps were entered. */
  set(id: string, draft: Draft): void {
    this.#all().set(id, { ...draft, zone: getZone() });
    this.#store();
  }

  delete(id: string): void {
    if (this.#all().delete(id)) this.#store();
  }

  /** Removes the drafts of all users except `userIds`, so that no other user who signs in in this tab sees them. */
  removeOtherUsers(userIds: readonly string[]): void {
    for (const id of [...this.#all().keys()]) {
      const [userId] = JSON.parse(id) as unknown[];
      if (!userIds.includes(String(userId))) this.#all().delete(id);
    }
    this.#store();
  }

  /** Removes the drafts of a user, who signs out. */
  removeUser(userId: string): void {
    for (const id of [...this.#all().keys()]) {
      if ((JSON.parse(id) as unknown[])[0] === userId) this.#all().delete(id);
    }
    this.#store();
  }

  /** Reads the stored drafts again on the next access, like a reload of the page. */
  reload(): void {
    this.#drafts = undefined;
  }

  /** Returns the drafts by their id. Reads the stored drafts at the first call. */
  #all(): Map<string, Draft> {
    this.#drafts ??= readStoredDrafts();
    return this.#drafts;
  }

  /** Stores all drafts in the session storage. */
  #store(): void {
    const stored = [...this.#all()]
      .filter(([, draft]) => !hasLargeText(draft))
      .map(([id, { baseRow, entered, zone, files }]): [string, StoredDraft] => [
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
      // Without storage, or without space, the drafts last as long as the page.
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

/** Length in characters from which a draft lasts only as long as the page: storing a long text blocks it. */
const maxStoredLength = 200_000;

function hasLargeText({ baseRow = {}, entered }: Draft): boolean {
  const values = [...Object.values(baseRow), ...Object.values(entered)];
  return values.some((value) => typeof value === 'string' && value.length > maxStoredLength);
}

export const drafts = new DraftStore();
