import { useSyncExternalStore } from 'react';
import { Checkbox } from '@/components/controls/checkbox';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { getRowTitle } from '@/data/titles/row-titles';
import { findTitleRule } from '@/data/titles/title-columns';
import { type GridRow, unloadedRow } from '@/table/cells/grid-rows.utils';
import { useTitleFormat } from '@/table/cells/references/use-referenced-title';
import { useIsRowSelected } from '@/table/cells/status/use-cell-status';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import { RowCheckbox, type RowCheckboxProps } from './row-checkbox';
import styles from './select-cell.module.css';

const messages = gridMessages.selection;

export interface SelectCellProps {
  row: GridRow;
  tabIndex: number;
  onTick: (ticked: boolean, isRange: boolean) => void;
}

/** The check box that ticks a row. With Shift it also ticks all rows between this one and the one ticked before. */
export function SelectCell({ row, tabIndex, onTick }: SelectCellProps) {
  const { table } = useTable();
  const rowKey = row === unloadedRow ? '' : getCachedRowKey(table, row);
  const isTicked = useIsRowSelected(rowKey);
  if (rowKey === '') return null;
  const Box = findTitleRule(table).references.length > 0 ? ReferencedTitleCheckbox : RowTitleCheckbox;
  return (
    // biome-ignore lint/a11y: the check box is the control; this only enlarges its click target
    <span
      className={styles.cell}
      onClick={(event) => event.target === event.currentTarget && onTick(!isTicked, event.shiftKey)}
    >
      <Box
        row={row}
        checked={isTicked}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.preventDefault();
          onTick(!isTicked, event.shiftKey);
        }}
      />
    </span>
  );
}

interface TitledCheckboxProps extends RowCheckboxProps {
  row: GridRow;
}

/** A check box that is labelled by the row's title. */
function RowTitleCheckbox({ row, ...props }: TitledCheckboxProps) {
  const { table } = useTable();
  return <RowCheckbox aria-label={messages.selectRow(getRowTitle(table, row))} {...props} />;
}

/** A check box for rows whose titles contain those of other rows, which are loaded. */
function ReferencedTitleCheckbox({ row, ...props }: TitledCheckboxProps) {
  const { table } = useTable();
  const format = useTitleFormat(table, row);
  return <RowCheckbox aria-label={messages.selectRow(getRowTitle(table, row, format))} {...props} />;
}

/** The check box in the header: ticks all loaded rows, or clears the selection. */
export function SelectAllCheckbox({ tabIndex, onTickAll }: { tabIndex: number; onTickAll: () => void }) {
  const { selection } = useTable();
  const isAnyTicked = useSyncExternalStore(selection.subscribe, () => !selection.isEmpty());
  const areAllTicked = useSyncExternalStore(selection.subscribe, () => {
    const mode = selection.mode();
    return mode.kind === 'all' && mode.excluded.size === 0;
  });
  return (
    <Checkbox
      checked={areAllTicked || (isAnyTicked && 'indeterminate')}
      tabIndex={tabIndex}
      aria-label={isAnyTicked ? messages.clear : messages.selectLoaded}
      onClick={(event) => {
        event.preventDefault();
        if (isAnyTicked) selection.clear();
        else onTickAll();
      }}
    />
  );
}
