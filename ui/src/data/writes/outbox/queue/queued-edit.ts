import { getRowHeading } from '@/data/titles/row-titles';
import type { Table } from '@/lib/api.gen';
import { type ExistingRowWrite, formatRowKey, type RowWrite } from '../../batches/row-write';
import type { NewQueuedEdit } from '../outbox';
import type { OutboxEntry } from '../outbox-store';

/** Returns a write as a new entry for the outbox. `title` is the user's action, for the list of changes. */
export function toQueuedEdit(table: Table, write: RowWrite, title: string): NewQueuedEdit {
  const { schema, name } = table;
  const common = { schema, table: name, kind: write.kind, title };
  if (write.kind === 'insert') {
    const { row } = write;
    return {
      ...{ ...common, baseRow: {}, changes: row, isForced: false },
      ...{ rowKey: '', heading: getRowHeading(table, row) },
    };
  }
  const { baseRow } = write;
  return {
    ...{ ...common, baseRow, rowKey: formatRowKey(table, baseRow), heading: getRowHeading(table, baseRow) },
    ...(write.kind === 'update' ? { changes: write.changes, file: write.file } : { changes: {} }),
    isForced: write.kind === 'delete' && write.isForced === true,
  };
}

/**
 * Returns the write of an outbox entry that updates or deletes a row; an insert has another function. Only a delete can be
 * forced, which omits the guard. An update always compares the row with `baseRow`.
 */
export function toRowWrite({
  kind,
  baseRow,
  changes,
  file,
  isForced,
  sentBefore,
}: OutboxEntry): ExistingRowWrite {
  return kind === 'delete'
    ? { kind, baseRow, isForced, wasSent: sentBefore }
    : { kind: 'update', baseRow, changes, file, wasSent: sentBefore };
}
