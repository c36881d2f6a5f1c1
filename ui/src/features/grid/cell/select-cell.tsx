import { useSyncExternalStore } from 'react';
import { Checkbox } from '@/components/controls/checkbox';
import { rowKeyText } from '@/data/rows/row-key-text';
import { titleOf } from '@/data/values/value.utils';
import { type GridRow, unloadedRow } from '@/table/cells/grid-rows.utils';
import { useIsRowSelected } from '@/table/cells/use-cell-status';
import { useTable } from '@/table/table-context';
import styles from './select-cell.module.css';

/** The box that ticks a row. Shift ticks all between it and the one before. */
export function SelectCell({ row, tabIndex, onTick }: SelectCellProps) {
  const { table } = useTable();
  const rowKey = row === unloadedRow ? '' : rowKeyText(table, row);
  const ticked = useIsRowSelected(rowKey);
  if (rowKey === '') return null;
  return (
    // biome-ignore lint/a11y: the box inside is the control; this only widens what can be hit
    <span
      className={styles.cell}
      onClick={(event) => event.target === event.currentTarget && onTick(!ticked, event.shiftKey)}
    >
      <Checkbox
        checked={ticked}
        tabIndex={tabIndex}
        aria-label={`Select ${titleOf(table, row)}`}
        onClick={(event) => {
          event.preventDefault();
          onTick(!ticked, event.shiftKey);
        }}
      />
    </span>
  );
}

export interface SelectCellProps {
  row: GridRow;
  tabIndex: number;
  onTick: (ticked: boolean, range: boolean) => void;
}

/** The box in the header: ticks the rows that are loaded, or clears. */
export function SelectAllCheckbox({ tabIndex, onTickAll }: { tabIndex: number; onTickAll: () => void }) {
  const { selection } = useTable();
  const some = useSyncExternalStore(selection.subscribe, () => !selection.isEmpty());
  const every = useSyncExternalStore(selection.subscribe, () => {
    const mode = selection.mode();
    return mode.kind === 'all' && mode.excluded.size === 0;
  });
  return (
    <Checkbox
      checked={every || (some && 'indeterminate')}
      tabIndex={tabIndex}
      aria-label={some ? 'Clear the selection' : 'Select the rows in view'}
      onClick={(event) => {
        event.preventDefault();
        if (some) selection.clear();
        else onTickAll();
      }}
    />
  );
}
