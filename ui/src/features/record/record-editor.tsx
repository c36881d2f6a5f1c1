import { useState } from 'react';
import type { KeyValue } from '@/data/query/table-page-state';
import type { Relation } from '@/data/relations/references';
import { type EnteredFields, formColumns, newRecordColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { headingOf, rowNoun } from '@/data/values/value.utils';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import { useUser } from '@/lib/session';
import { useRowWithQueuedEdits } from '@/table/cells/use-cell-status';
import { useOpenChanges } from '@/table/changes/changes-context';
import { ConflictDialog } from '@/table/changes/conflict-dialog';
import { useTable } from '@/table/table-context';
import { DiscardDialog } from './form/discard-dialog';
import { SaveBar } from './form/save-bar';
import { useDraftNotice } from './form/use-draft-notice';
import { useLeaveConfirmation } from './form/use-leave-confirmation';
import { useRecordForm } from './form/use-record-form';
import { useRecordSave } from './form/use-record-save';
import { RecordBar, type RecordBarProps } from './record-bar';
import { RecordBody } from './record-body';
import styles from './record-editor.module.css';
import { useRecordShortcuts } from './use-record-shortcuts';

export interface RecordEditorProps extends Omit<RecordBarProps, 'title' | 'isNew'> {
  /** Undefined for a new one. */
  row: Row | undefined;
  /** What a new one starts from. */
  start?: EnteredFields | undefined;
  /** The row that a new one is a copy of. */
  original?: Row | undefined;
  relations: ReadonlyMap<string, Relation>;
  /** The record has this key now: it is new, or its key was changed. */
  onKeyChange: (key: readonly KeyValue[]) => void;
}

/** A record's form, its related rows, and what can be done with it. */
export function RecordEditor({
  row: saved,
  start,
  original,
  relations,
  onKeyChange,
  ...bar
}: RecordEditorProps) {
  const { table, openRecord } = useTable();
  const user = useUser();
  const row = useRowWithQueuedEdits(saved);
  const openChanges = useOpenChanges();
  const isNew = row === undefined;
  const columns = isNew ? newRecordColumns(table) : formColumns(table);
  const key = row && keyOf(table, row);
  const id = JSON.stringify([user.id, table.schema, table.name, key ? keyText(key) : 'new', start]);
  const form = useRecordForm(id, columns, row, start);
  const saving = useRecordSave(form, isNew, { onKeyChange, onQueued: bar.onClose });
  const { ask, dialog } = useLeaveConfirmation(form, saving);
  const [scrolled, setScrolled] = useState(false);
  const heading = row ? headingOf(table, row) : `New ${rowNoun(table) ?? 'record'}`;
  const ways = { close: ask(bar.onClose), previous: ask(bar.onPrevious), next: ask(bar.onNext) };
  const onKeyDown = useRecordShortcuts(ways, () => void saving.save(), form.dirty);
  useDraftNotice(id, heading, key && (() => openRecord(key)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that work anywhere within the record
    <div className={styles.record} onKeyDown={onKeyDown}>
      <RecordBar
        {...bar}
        isNew={isNew}
        title={scrolled ? heading : undefined}
        onClose={ways.close}
        onPrevious={ways.previous}
        onNext={ways.next}
        onDuplicate={ask(bar.onDuplicate)}
        onChanges={key && (() => openChanges({ table, rowKey: keyText(key), heading }))}
      />
      <RecordBody
        {...{ row, original, columns, relations, form, saving, heading }}
        full={bar.full}
        onScrolled={setScrolled}
      />
      <SaveBar form={form} saving={saving} isNew={isNew} />
      <DiscardDialog {...dialog} heading={heading} />
      <ConflictDialog
        table={table}
        conflict={saving.conflict}
        onClose={saving.dismissConflict}
        onChoose={saving.resolveConflict}
      />
    </div>
  );
}
