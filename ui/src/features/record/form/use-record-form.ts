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

/** Whether there is unsaved input for a record. */
export function hasDraft(id: string): boolean {
  return drafts.has(id);
}

export interface RecordForm {
  /** The row as it is now; undefined for a new one. */
  row: Row | undefined;
  /** The row that the input is over; stays as seen while there is unsaved input. */
  baseRow: Row | undefined;
  entered: EnteredFields;
  dirty: boolean;
  /** There is input of the person's own: more than a new one started from. */
  touched: boolean;
  /** The input was found from before. */
  restored: boolean;
  entryOf: (column: Column) => EnteredValue;
  set: (column: Column, entry: EnteredValue) => void;
  check: () => CheckedForm;
  reset: () => void;
  /** Gives the input up, and deletes what was sent to a bucket for it where the role may. */
  discard: () => void;
  /** A file was sent for a new record. */
  addFile: (file: DraftFile) => void;
  /** Puts the input over the row as it is now, without that for some columns. */
  rebase: (seen: Row, without: readonly string[]) => void;
  /** A column was saved by itself: what was entered into it goes, and what it is now is what was seen. */
  applySavedValue: (column: Column, now: Row) => void;
}

/** The input of a record's form. `id` names the person and the record. */
export function useRecordForm(
  id: string,
  columns: readonly Column[],
  row: Row | undefined,
  start: EnteredFields = {},
): RecordForm {
  const [initial] = useState(() => {
    const kept = drafts.get(id);
    return kept && convertDraftZone(kept, columns);
  });
  const [draft, setDraft] = useState<Draft>(() => initial ?? { baseRow: row, entered: start });
  const dirty = Object.keys(draft.entered).length > 0;
  const touched = dirty && JSON.stringify(draft.entered) !== JSON.stringify(start);
  const baseRow = dirty ? draft.baseRow : row;

  useDraftStorage(id, draft, touched);
  const set = useCallback(
    (column: Column, entry: EnteredValue) => setDraft((before) => setEntry(before, row, column, entry)),
    [row],
  );
  const reset = useCallback(() => {
    // At once: the form may be gone before it renders again.
    drafts.delete(id);
    setDraft({ baseRow: row, entered: {} });
  }, [id, row]);
  const { files } = draft;
  const discard = useCallback(() => {
    // Best effort: what the role may not delete stays, as does what can't be reached.
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
    entryOf: (column) => editorEntry(column, baseRow, draft.entered),
    check: () => checkForm(columns, baseRow, draft.entered),
  };
}

/** Keeps a draft while there is input of the person's own in it, and asks before the tab goes with it. */
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
