import { useMemo } from 'react';
import { createGridColumns, type GridColumnsOptions } from './grid-columns';

/** Returns the grid's columns. They are the same objects until an option changes, because new columns render all cells. */
export function useGridColumns(options: GridColumnsOptions) {
  // Each option is a separate dependency, since `options` is a new object in each render.
  const { table, columns, relations, order, pinned, groupedBy, valueWidths, availableWidth } = options;
  const { onAction, onAddSort, onTick, onTickAll, onEdited } = options;
  const actions = useMemo(
    () => ({ onAction, onAddSort, onTick, onTickAll, onEdited }),
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
