import { navigate } from 'wouter/use-browser-location';
import 'react-data-grid/lib/styles.css';
import { useMemo } from 'react';
import { type CellKeyboardEvent, DataGrid, type Column as GridColumn } from 'react-data-grid';
import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import type { ActionResult } from '@/data/actions/action-result';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { findRelation, referencedKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { hasGroupedDigits } from '@/data/values/value.utils';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Action, Column, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { hrefs } from '@/lib/routes';
import { CellValue } from '@/table/cells/cell-value';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { actionsMessages } from '../actions-messages';
import { saveText } from './download';
import styles from './result-view.module.css';
import { formatRowsCSV, formatRowsJSON } from './rows-text';

const messages = actionsMessages.result;

const rowHeight = 32;

/** The rows of a result in a grid, with export. Rows of a table open their record. */
export function RowsResult({
  action,
  result,
}: {
  action: Action;
  result: Extract<ActionResult, { kind: 'rows' }>;
}) {
  const { columns, rows, table } = result;
  const openRow = getOpenRow(table);
  const gridColumns = useMemo(() => columns.map((column) => toGridColumn(column, table)), [columns, table]);
  if (rows.length === 0) return <p className={styles.note}>{messages.empty}</p>;
  return (
    <>
      <DataGrid
        className={styles.grid}
        style={{ blockSize: Math.min(12, rows.length + 1) * rowHeight + 2 }}
        aria-label={messages.label}
        columns={gridColumns}
        rows={rows}
        rowHeight={rowHeight}
        defaultColumnOptions={{ resizable: true, minWidth: 80 }}
        onCellDoubleClick={({ row }) => openRow?.(row)}
        onCellKeyDown={({ row }, event: CellKeyboardEvent) => event.key === 'Enter' && row && openRow?.(row)}
      />
      <div className={styles.tools}>
        <span className={styles.note}>{messages.rows(rows.length)}</span>
        <CopyButton text={formatRowsJSON(columns, rows)} />
        <Button
          size="sm"
          onClick={() =>
            void formatRowsCSV(columns, rows).then((text) => saveText(`${action.name}.csv`, text))
          }
        >
          {messages.downloadCSV}
        </Button>
        <Button size="sm" onClick={() => saveText(`${action.name}.json`, formatRowsJSON(columns, rows))}>
          {messages.downloadJSON}
        </Button>
      </div>
    </>
  );
}

function getOpenRow(table: Table | undefined): ((row: Row) => void) | undefined {
  if (!table) return undefined;
  return (row) => {
    const key = getRowKey(table, row);
    if (key) navigate(hrefs.record(table.schema, table.name, formatRecord(key)));
  };
}

function toGridColumn(column: Column, table: Table | undefined): GridColumn<Row> {
  const isNumber = ['integer', 'numeric', 'float'].includes(column.kind) && !column.array;
  return {
    key: column.name,
    name: column.title,
    ...(isNumber && { cellClass: styles.number, headerCellClass: styles.number }),
    renderCell: ({ row }) => <ResultCell column={column} table={table} row={row} />,
  };
}

function ResultCell({ column, table, row }: { column: Column; table: Table | undefined; row: Row }) {
  const schema = useSchema();
  const relation = table && findRelation(schema, table, column.name);
  const key = relation && referencedKey(relation, row);
  if (relation && key) return <RelationChip target={relation.target} refKey={key} />;
  const grouped = table ? hasGroupedDigits(table, column) : column.kind === 'numeric';
  return <CellValue column={column} value={row[column.name] ?? null} grouped={grouped} />;
}
