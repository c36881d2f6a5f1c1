import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type CheckedForm,
  checkForm,
  checkNewForm,
  createRecordTimes,
  type EnteredFields,
  getEditorEntry,
} from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import type { NumberForm } from '@/data/values/numbers/local-numbers';
import { convertDraft, setEntry } from '@/data/writes/draft-entries';
import {
  type Draft,
  drafts,
  listUnreferencedFiles,
  rebaseDraft,
  removeSavedEntries,
} from '@/data/writes/drafts';
import type { Column } from '@/lib/api.gen';
import { createUUID } from '@/lib/text/create-uuid';
import { useTable } from '@/table/table-context';
import { type DraftFiles, useDraftFiles } from './use-draft-files';

/** Whether the browser stores unsaved input of a record. */
export function hasDraft(id: string): boolean {
  return drafts.has(id);
}

export interface RecordForm extends DraftFiles {
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
  /** Returns the value that a column's input shows, with its numbers in a form. */
  entryOf: (column: Column, numbers?: NumberForm) => EnteredValue;
  set: (column: Column, entry: EnteredValue) => void;
  check: () => CheckedForm;
  /** Removes the input after it was saved as `saved`, or queued, and deletes the files that are no longer needed. */
  finish: (saved: Row, isQueued: boolean) => void;
  /** Discards the input, and deletes the files that were uploaded for it if the role can. */
  discard: () => void;
  /** Applies the input to the current row, without the input for some columns. */
  rebase: (now: Row, without: readonly string[]) => void;
}

export interface RecordFormOptions {
  /** Identifies the user and the record, for the stored draft. */
  id: string;
  columns: readonly Column[];
  row: Row | undefined;
  /** The initial values of a new record. */
  given?: EnteredFields | undefined;
  /** Values of a new record for the columns that the user has not filled. They can change, and are not stored in the draft. */
  fallback?: EnteredFields | undefined;
  /** The column of a new record for which the form generates a UUID. */
  generatedKey?: string | undefined;
}

/** Returns the input of a record's form, and stores it as a draft. */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const { id, columns, row, given, fallback, generatedKey } = options;
  const { table } = useTable();
  const [uuid, setUUID] = useState(createUUID);
  const [times] = useState(() => (row ? {} : createRecordTimes(columns)));
  const start = { ...times, ...given };
  const [initial] = useState(() => {
    const stored = drafts.get(id);
    return stored && convertDraft(stored, columns);
  });
  const [draft, setDraft] = useState<Draft>(() => initial ?? { baseRow: row, entered: start });
  const dirty = Object.keys(draft.entered).length > 0;
  const touched = dirty && !areSameEntries(draft.entered, start);
  const baseRow = dirty ? draft.baseRow : row;
  const generated = generatedKey === undefined ? {} : { [generatedKey]: uuid };
  const entered = row ? draft.entered : { ...generated, ...fallback, ...draft.entered };

  const set = useCallback(
    (column: Column, entry: EnteredValue) => setDraft((before) => setEntry(before, row, column, entry)),
    [row],
  );
  const { deleteFiles, ...files } = useDraftFiles(row, draft, setDraft, dirty);
  useDraftStorage(id, draft, touched, files.isUploading);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  const replaceDraft = (next: Draft) => {
    // Deletes the draft immediately, because the form can unmount before its effects run again.
    if (Object.keys(next.entered).length === 0) drafts.delete(id);
    latest.current = next;
    setDraft(next);
  };
  const discard = () => {
    deleteFiles(draft.files);
    replaceDraft({ baseRow: row, entered: {} });
  };
  const finish = (saved: Row, isQueued: boolean) => {
    const { files: uploaded = [], deletedFiles = [] } = latest.current;
    const rest = row
      ? removeSavedEntries(latest.current, draft.entered, saved)
      : { baseRow: row, entered: {} };
    const obsolete = isQueued ? uploaded : [...uploaded, ...deletedFiles];
    deleteFiles(listUnreferencedFiles(obsolete, { ...saved, ...rest.entered }));
    replaceDraft(rest);
    setUUID(createUUID());
  };
  const rebase = useCallback(
    (now: Row, without: readonly string[]) => setDraft((before) => rebaseDraft(before, now, without)),
    [],
  );
  return {
    ...files,
    ...{ row, baseRow, dirty, touched, set, finish, discard, rebase },
    entered: draft.entered,
    restored: initial !== undefined && dirty,
    // A field without input shows the current value, also after another user changed it.
    entryOf: (column, numbers) => getEditorEntry(column, row, entered, numbers),
    check: () =>
      row
        ? checkForm(columns, baseRow, entered)
        : checkNewForm(table, columns, draft.entered, { ...generated, ...fallback }),
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

/** Stores the draft while there is unsaved input. Asks before the tab is closed, also during an upload. */
function useDraftStorage(id: string, draft: Draft, touched: boolean, isUploading: boolean) {
  useEffect(() => {
    if (touched) drafts.set(id, draft);
    else drafts.delete(id);
  }, [id, touched, draft]);

  useEffect(() => {
    if (!touched && !isUploading) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [touched, isUploading]);
}
