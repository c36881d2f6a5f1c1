import { useCallback, useEffect, useState } from 'react';
import { removeObject } from '@/data/relations/storage-objects';
import { type CheckedForm, checkForm, type EnteredFields, editorEntry } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import {
  applySavedColumn,
  convertDraftZone,
  type Draft,
  type DraftFile,
  drafts,
  rebaseDraft,
  setEntry,
} from '@/data/writes/drafts';
import type { Column } from '@/lib/api.gen';

/** Whether the browser stores unsaved input of a record. */
export function hasDraft(id: string): boolean {
  return drafts.has(id);
}

export interface RecordForm {
  /** The current row; undefined for a new record. */
  row: Row | undefined;
  /** The row that the user saw when the input started. Equal to `row` while there is no unsaved input. */
  baseRow: Row | undefined;
  entered: EnteredFields;
  /** Whether the form has input, including the initial values of a new record. */
  dirty: boolean;
  /** Whether the input differs from the initial values. */
  touched: boolean;
  /** Whether the input comes from a stored draft. */
  restored: boolean;
  entryOf: (column: Column) => EnteredValue;
  set: (column: Column, entry: EnteredValue) => void;
  check: () => CheckedForm;
  reset: () => void;
  /** Discards the input, and deletes the files that were uploaded for it if the role can. */
  discard: () => void;
  /** Adds a file that was uploaded for a new record to the draft. */
  addFile: (file: DraftFile) => void;
  /** Applies the input to the current row, without the input for some columns. */
  rebase: (now: Row, without: readonly string[]) => void;
  /** Removes the input for a column that was saved separately, and updates its value in the base row. */
  applySavedValue: (column: Column, now: Row) => void;
}

/** Returns the input of a record's form, and stores it as a draft. `id` identifies the user and the record. */
export function useRecordForm(
  id: string,
  columns: readonly Column[],
  row: Row | undefined,
  start: EnteredFields = {},
): RecordForm {
  const [initial] = useState(() => {
    const stored = drafts.get(id);
    return stored && convertDraftZone(stored, columns);
  });
  const [draft, setDraft] = useState<Draft>(() => initial ?? { baseRow: row, entered: start });
  const dirty = Object.keys(draft.entered).length > 0;
  const touched = dirty && !areSameEntries(draft.entered, start);
  const baseRow = dirty ? draft.baseRow : row;

  useDraftStorage(id, draft, touched);
  const set = useCallback(
    (column: Column, entry: EnteredValue) => setDraft((before) => setEntry(before, row, column, entry)),
    [row],
  );
  const reset = useCallback(() => {
    // Deletes the draft immediately, because the form can unmount before its effects run again.
    drafts.delete(id);
    setDraft({ baseRow: row, entered: {} });
  }, [id, row]);
  const { files } = draft;
  const discard = useCallback(() => {
    // Files that the role can't delete, or that can't be reached, remain in the bucket.
    for (const { bucket, path } of files ?? []) void removeObject(bucket, path).catch(() => {});
    reset();
  }, [files, reset]);
  const addFile = useCallback(
    (file: DraftFile) => setDraft((before) => ({ ...before, files: [...(before.files ?? []), file] })),
    [],
  );
  const rebase = useCallback(
    (now: Row, without: readonly string[]) => setDraft((before) => rebaseDraft(before, now, without)),
    [],
  );
  const applySavedValue = useCallback(
    (column: Column, now: Row) => setDraft((before) => applySavedColumn(before, column, now)),
    [],
  );
  return {
    ...{ row, baseRow, dirty, touched, set, reset, discard, addFile, rebase, applySavedValue },
    entered: draft.entered,
    restored: initial !== undefined && dirty,
    // A field without input shows the current value, also after another user changed it.
    entryOf: (column) => editorEntry(column, row, draft.entered),
    check: () => checkForm(columns, baseRow, draft.entered),
  };
}

/** Whether two forms have the same input. Compares texts of megabytes without formatting them. */
function areSameEntries(a: EnteredFields, b: EnteredFields): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    if (!(name in b)) return false;
    const [one, other] = [a[name], b[name]];
    return one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));
  });
}

/** Stores the draft while there is unsaved input, and asks before the tab is closed. */
function useDraftStorage(id: string, draft: Draft, touched: boolean) {
  useEffect(() => {
    if (touched) drafts.set(id, draft);
    else drafts.delete(id);
  }, [id, touched, draft]);

  useEffect(() => {
    if (!touched) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [touched]);
}
