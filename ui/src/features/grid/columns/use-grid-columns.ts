import { useMemo } from 'react';
import { createGridColumns, type GridColumnsOptions } from './grid-columns';

/** The columns as the grid takes them: the same ones until something about them changes, since each cell goes by them. */
export function useGridColumns(options: GridColumnsOptions) {
  // By name, since each render has other options that say the same.
  const { table, columns, relations, order, pinned, groupedBy, valueWidths, availableWidth } = options;
  const { onAction, onAddSort, onTick, onTickAll, onEdited } = options;
  const actions = useMemo(
    () => ({ onAction, onAddSort: onAddSort, onTick, onTickAll, onEdited }),
    [onAction, onAddSort, onTick, onTickAll, onEdited],
  );
  return useMemo(
    () =>
      createGridColumns({
        table,
        columns,
        relations,
        order,
        pinned,
        groupedBy,
        valueWidths,
        availableWidth,
        ...actions,
      }),
    [table, columns, relations, order, pinned, groupedBy, valueWidths, availableWidth, actions],
  );
}
