import { Popover } from '@/components/overlays/popover';
import type { Row } from '@/data/rows/row';
import { formatValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { RowValue } from '@/table/cells/values/row-value';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import styles from './expanded-cell.module.css';

/** A cell whose whole value is shown. */
export interface CellToExpand {
  row: Row;
  column: Column;
  /** The cell, to which the focus returns. */
  element: HTMLElement;
}

export interface ExpandedCellProps {
  cell: CellToExpand;
  onClose: () => void;
}

/** Shows the whole value of a cell in a popover over the cell. */
export function ExpandedCell({ cell: { row, column, element }, onClose }: ExpandedCellProps) {
  const { table } = useTable();
  const value = row[column.name];
  const { left, top, width, height } = element.getBoundingClientRect();
  return (
    <Popover
      open
      onOpenChange={(open) => !open && onClose()}
      sideOffset={-height}
      anchor={<span className={styles.anchor} style={{ left, top, width, height }} />}
      className={styles.popover}
      role="dialog"
      aria-label={gridMessages.cell.expanded(column.title)}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        element.focus({ preventScroll: true });
      }}
    >
      <p className={styles.title} dir="auto">
        {column.title}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled by keyboard */}
      <div className={styles.value} tabIndex={0} dir="auto">
        {value === undefined || typeof value === 'boolean' || value === null ? (
          <RowValue table={table} row={row} column={column} grouped={false} />
        ) : (
          formatExpanded(column, value)
        )}
      </div>
    </Popover>
  );
}

/** Returns the text of a value, with line breaks in JSON and between the items of an array. */
function formatExpanded(column: Column, value: Exclude<Row[string], undefined>): string {
  if (Array.isArray(value))
    return value.map((item) => formatValue({ ...column, array: false }, item)).join('\n');
  if (column.kind !== 'json' || typeof value !== 'string') return formatValue(column, value);
  try {
    return JSON.stringify(JSON.parse(value), undefined, 2);
  } catch {
    return value;
  }
}
