import { navigate } from 'wouter/use-browser-location';
import 'react-data-grid/lib/styles.css';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { type CellKeyboardEvent, DataGrid, type Column as GridColumn } from 'react-data-grid';
import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import type { ActionResult } from '@/data/actions/response/action-result';
import { fitColumnWidth, measureWidestValue } from '@/data/layouts/columns.utils';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { findRelation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Action, Column, Schema, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { hrefs } from '@/lib/routes';
import { actionsMessages } from '../actions-messages';
import { saveText } from './download';
import { isGrouped, ResultValue } from './result-value';
import styles from './result-view.module.css';
import { formatRowsCSV, formatRowsJSON } from './rows-text';

const messages = actionsMessages.result;

const rowHeight = 32;

/** Number of rows whose values determine the widths of the columns. */
const measuredRows = 100;

/** The rows of a result in a grid, with export. Rows of a table open their record. */
export function RowsResult({
  action,
  result,
}: {
  action: Action;
  result: Extract<ActionResult, { kind: 'rows' }>;
}) {
  const { columns, rows, table, total } = result;
  const openRow = getOpenRow(table);
  const schema = useSchema();
  const gridColumns = useMemo(() => {
    const sample = rows.slice(0, measuredRows);
    const fitted = columns.map((column) => toGridColumn(schema, column, table, sample));
    // The last column takes the rest of the width.
    return fitted.map((each, i) =>
      i < fitted.length - 1 ? each : { ...each, width: `minmax(${each.width}px, 1fr)` },
    );
  }, [schema, columns, table, rows]);
  if (rows.length === 0) return <p className={styles.note}>{messages.empty}</p>;
  const fileName = total === undefined ? action.name : messages.firstRowsFile(action.name, rows.length);
  return (
    <>
      {total !== undefined && (
        <p className={styles.partial} role="note">
          <TriangleAlert size={14} aria-hidden />
          <span>
            <strong>{messages.firstRows(rows.length, total)}.</strong> {messages.firstRowsHint}
          </span>
        </p>
      )}
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
        <span className={styles.note}>
          {total === undefined ? messages.rows(rows.length) : messages.firstRows(rows.length, total)}
        </span>
        <CopyButton text={formatRowsJSON(columns, rows)} />
        <Button
          size="sm"
          onClick={() => void formatRowsCSV(columns, rows).then((text) => saveText(`${fileName}.csv`, text))}
        >
          {messages.downloadCSV}
        </Button>
        <Button size="sm" onClick={() => saveText(`${fileName}.json`, formatRowsJSON(columns, rows))}>
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

/** Returns the read-only grid column for a column of a result. Its width fits the values of `sample`. */
function toGridColumn(
  schema: Schema,
  column: Column,
  table: Table | undefined,
  sample: readonly Row[],
): GridColumn<Row> & { width: number } {
  const relation = table && findRelation(schema, table, column.name);
  const isNumber = ['integer', 'numeric', 'float'].includes(column.kind) && !column.array && !relation;
  const width = measureWidestValue(column, sample, isGrouped(table, column));
  return {
    key: column.name,
    name: column.title,
    width: fitColumnWidth(column, width, relation !== undefined),
    ...(isNumber && { cellClass: styles.number, headerCellClass: styles.number }),
    renderCell: ({ row }) => <ResultValue column={column} table={table} row={row} />,
  };
}
