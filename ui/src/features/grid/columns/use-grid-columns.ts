import { useMemo } from 'react';
import { useStableCallback } from '@/lib/browser/use-stable-callback';
import { createGridColumns, type GridColumnsOptions } from './grid-columns';

/**
 * Returns the grid's columns. They are the same objects until what they show changes, because new columns render all
 * cells. A page of rows that is loaded does not change them.
 */
export function useGridColumns(options: GridColumnsOptions) {
  // Each option is a separate dependency, since `options` is a new object in each render.
  const {
    table,
    columns,
    relations,
    order,
    pinned,
    groupedBy,
    valueWidths,
    availableWidth,
    wrapsText,
    hasMarks,
  } = options;
  const onAction = useStableCallback(options.onAction);
  const onAddSort = useStableCallback(options.onAddSort);
  const onTick = useStableCallback(options.onTick);
  const onTickAll = useStableCallback(options.onTickAll);
  const onEdited = useStableCallback(options.onEdited);
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
        wrapsText,
        hasMarks,
        ...actions,
      }),
    [
      table,
      columns,
      relations,
      order,
      pinned,
      groupedBy,
      valueWidths,
      availableWidth,
      wrapsText,
      hasMarks,
      actions,
    ],
  );
}
