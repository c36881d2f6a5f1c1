import { Popover } from '@/components/overlays/popover';
import { lacksLargeValue } from '@/data/rows/large-columns';
import type { Row } from '@/data/rows/row';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { RowValue } from '@/table/cells/values/row-value';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import styles from './expanded-cell.module.css';
import { ExpandedLargeValue } from './expanded-large-value';
import { formatExpanded } from './format-expanded';

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
  const largeKey = lacksLargeValue(table, row, column.name) ? getRowKey(table, row) : undefined;
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
        {largeKey ? (
          <ExpandedLargeValue table={table} rowKey={largeKey} column={column} />
        ) : value === undefined || typeof value === 'boolean' || value === null ? (
          <RowValue table={table} row={row} column={column} grouped={false} />
        ) : (
          formatExpanded(column, value)
        )}
      </div>
    </Popover>
  );
}
