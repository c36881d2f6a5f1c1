import { useMemo } from 'react';
import { type GridColumnsOptions, gridColumns } from './grid-columns';

/** The columns as the grid takes them: the same ones until something about them changes, since each cell goes by them. */
export function useGridColumns(options: GridColumnsOptions) {
  // By name, since each render has other options that say the same.
  const { table, columns, relations, order, pinned, grouped, values, room } = options;
  const { onAction, onSortToo, onTick, onTickAll, onEdited } = options;
  const actions = useMemo(
    () => ({ onAction, onSortToo, onTick, onTickAll, onEdited }),
    [onAction, onSortToo, onTick, onTickAll, onEdited],
  );
  return useMemo(
    () => gridColumns({ table, columns, relations, order, pinned, grouped, values, room, ...actions }),
    [table, columns, relations, order, pinned, grouped, values, room, actions],
  );
}
