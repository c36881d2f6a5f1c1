import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { getChosenLocale } from '@/lib/browser/zone/locale';
import { getZone } from '@/lib/browser/zone/zone';

/** The unsaved input of a form. */
export interface Draft {
  /** The row as it was when the input began; undefined for a new record. */
  baseRow: Row | undefined;
  entered: EnteredFields;
  /** The time zone and the locale in which its values were entered; set when the draft is stored. */
  zone?: string | undefined;
  locale?: string | null | undefined;
  /**
   * The form of decimals in its arrays, ranges and multiranges; set when the draft is stored. Undefined in drafts of former
   * versions, in which these had the form of PostgreSQL.
   */
  itemNumbers?: 'local' | undefined;
  /** Files that were uploaded for the draft. */
  files?: readonly DraftFile[] | undefined;
  /** Files that the user removed from the record and that are deleted from their bucket after it is saved. */
  deletedFiles?: readonly DraftFile[] | undefined;
}

/** A file in a bucket that belongs to a draft. */
export interface DraftFile {
  bucket: string;
  path: string;
}

/** Returns the files to which no value refers. */
export function listUnreferencedFiles(
  files: readonly DraftFile[],
  values: Readonly<Record<string, unknown>>,
): DraftFile[] {
  const paths = Object.values(values).flat();
  return files.filter(({ path }) => !paths.includes(path));
}

/**
 * Returns the draft after `saved` was stored: without the entries that were saved. Entries that the user changed during
 * the save remain, with their uploaded files.
 */
export function removeSavedEntries(draft: Draft, savedEntries: EnteredFields, saved: Row): Draft {
  const entries = Object.entries(draft.entered).filter(
    ([name, entry]) => !(name in savedEntries) || savedEntries[name] !== entry,
  );
  const entered = Object.fromEntries(entries);
  const unused = listUnreferencedFiles(draft.files ?? [], entered);
  return { baseRow: saved, entered, files: draft.files?.filter((file) => !unused.includes(file)) };
}

/** Returns the draft based on the current row, without the entries of some columns. */
export function rebaseDraft(draft: Draft, current: Row, without: readonly string[]): Draft {
  const entries = Object.entries(draft.entered).filter(([column]) => !without.includes(column));
  return { ...draft, baseRow: current, entered: Object.fromEntries(entries) };
}

/** A draft as the browser stores it. An entry without a value sets the column to its default. */
interface StoredDraft {
  baseRow?: Row;
  /** The name of `baseRow` in earlier versions. */
  seen?: Row;
  entered: [column: string, entry: { value?: Exclude<EnteredValue, undefined> }][];
  zone?: string;
  locale?: string | null;
  itemNumbers?: 'local';
  files?: readonly DraftFile[];
  deletedFiles?: readonly DraftFile[];
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

  /** Stores a draft, with the current time zone and locale, in which its values were entered. */
  set(id: string, draft: Draft): void {
    this.#all().set(id, { ...draft, zone: getZone(), locale: getChosenLocale(), itemNumbers: 'local' });
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
      .map(
        ([id, { baseRow, entered, zone, locale, itemNumbers, files, deletedFiles }]): [
          string,
          StoredDraft,
        ] => [
          id,
          {
            ...(baseRow ? { baseRow } : {}),
            ...(zone ? { zone } : {}),
            ...(locale === undefined ? {} : { locale }),
            ...(itemNumbers ? { itemNumbers } : {}),
            ...(files ? { files } : {}),
            ...(deletedFiles ? { deletedFiles } : {}),
            entered: Object.entries(entered).map(([column, value]) => [
              column,
              value === undefined ? {} : { value },
            ]),
          },
        ],
      );
    try {
      if (stored.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(stored));
      else sessionStorage.removeItem(storageKey);
    } catch {
      // Without storage, or without space, the drafts last as long as the page.
    }
  }
}

/** Returns the drafts that this tab has stored before a reload, also those of former versions; none if they are not valid. */
function readStoredDrafts(): Map<string, Draft> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, StoredDraft][];
    return new Map(
      stored.map(
        ([id, { seen, baseRow = seen, entered, zone, locale, itemNumbers, files, deletedFiles }]) => [
          id,
          {
            baseRow,
            zone,
            locale,
            itemNumbers,
            files,
            deletedFiles,
            entered: Object.fromEntries(entered.map(([column, { value }]) => [column, value])),
          },
        ],
      ),
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
