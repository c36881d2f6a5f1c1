import { type ComponentType, useState } from 'react';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import type { Relation } from '@/data/relations/references';
import { type EnteredFields, listFormColumns, listNewRecordColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { findRowNoun, getRowHeading } from '@/data/titles/row-titles';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { useStorageId } from '@/lib/auth/session';
import { useTitleFormat } from '@/table/cells/references/use-referenced-title';
import { useRowWithQueuedEdits } from '@/table/cells/status/use-cell-status';
import { useOpenChanges } from '@/table/changes/changes-context';
import { ConflictDialog } from '@/table/changes/conflict-dialog';
import { useAutomaticValues } from '@/table/fields/use-automatic-values';
import { useTable } from '@/table/table-context';
import { DiscardDialog } from './form/discard-dialog';
import { SaveBar } from './form/save-bar';
import { useDraftNotice } from './form/use-draft-notice';
import { useGeneratedKey } from './form/use-generated-key';
import { useLeaveConfirmation } from './form/use-leave-confirmation';
import { useRecordForm } from './form/use-record-form';
import { useRecordSave } from './form/use-record-save';
import { RecordBar, type RecordBarProps } from './record-bar';
import { type ConversationProps, RecordBody } from './record-body';
import styles from './record-editor.module.css';
import { recordMessages } from './record-messages';
import { useRecordShortcuts } from './use-record-shortcuts';

export interface RecordEditorProps extends Omit<RecordBarProps, 'title' | 'isNew' | 'rowKey'> {
  /** Undefined for a new record. */
  row: Row | undefined;
  /** The initial values of a new record. */
  start?: EnteredFields | undefined;
  /** The row of which a new record is a copy. */
  original?: Row | undefined;
  relations: ReadonlyMap<string, Relation>;
  Conversation?: ComponentType<ConversationProps> | undefined;
  /** Called with the key of a saved new record, and with the new key after a change of the key. */
  onKeyChange: (key: readonly KeyValue[]) => void;
}

/** A record with its toolbar, form, related records and save bar. */
export function RecordEditor({
  row: savedRow,
  start,
  original,
  relations,
  Conversation,
  onKeyChange,
  ...bar
}: RecordEditorProps) {
  const { table, openRecord } = useTable();
  const storageId = useStorageId();
  const row = useRowWithQueuedEdits(savedRow);
  const openChanges = useOpenChanges();
  const isNew = row === undefined;
  const columns = isNew ? listNewRecordColumns(table) : listFormColumns(table);
  const key = row && getRowKey(table, row);
  const id = JSON.stringify([storageId, table.schema, table.name, key ? formatKeyText(key) : 'new', start]);
  const fallback = useAutomaticValues(table, isNew ? columns : [], relations);
  const generatedKey = useGeneratedKey(table, isNew ? columns : []);
  const form = useRecordForm({ id, columns, row, given: start, fallback, generatedKey });
  const saving = useRecordSave(form, isNew, { onKeyChange, onQueued: bar.onClose });
  const { confirmBefore, dialog } = useLeaveConfirmation(form, saving);
  const [scrolled, setScrolled] = useState(false);
  const heading = useHeading(table, row);
  const navigation = {
    close: confirmBefore(bar.onClose),
    previous: confirmBefore(bar.onPrevious),
    next: confirmBefore(bar.onNext),
  };
  const onKeyDown = useRecordShortcuts(navigation, () => void saving.save(), form.dirty);
  useDraftNotice(id, heading, key && (() => openRecord(key)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles shortcuts in all fields of the record
    <div className={styles.record} onKeyDown={onKeyDown}>
      <RecordBar
        {...bar}
        isNew={isNew}
        rowKey={key ? formatKeyText(key) : ''}
        title={scrolled ? heading : undefined}
        onClose={navigation.close}
        onPrevious={navigation.previous}
        onNext={navigation.next}
        onDuplicate={confirmBefore(bar.onDuplicate)}
        onChanges={key && (() => openChanges({ table, rowKey: formatKeyText(key), heading }))}
      />
      <RecordBody
        {...{ row, original, columns, relations, Conversation, form, saving, heading }}
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

/** Returns the heading of a record, or of the form for a new record. */
function useHeading(table: Table, row: Row | undefined): string {
  const titleFormat = useTitleFormat(table, row);
  return row ? getRowHeading(table, row, titleFormat) : recordMessages.panel.newRecord(findRowNoun(table));
}
