import { createContext } from 'react';
import type { Presence } from '@/data/live/presence/presence';
import type { RowChanges } from '@/data/live/refresh/changed-cells';
import type { RowStatuses } from '@/data/writes/edits/cell-statuses';
import type { RowColors } from '@/table/colors/color-rules-context';

/** What the cells of a row show in addition to their values. */
export interface RowState {
  /** The statuses of the row's edits. */
  statuses: RowStatuses | undefined;
  /** The cells that another user changed a moment ago. */
  changes: RowChanges | undefined;
  /** The other users who have the row open or edit it. */
  users: readonly Presence[];
  /** The rules of the view that color the row. */
  colors: RowColors | undefined;
}

/** The state of the row around a cell. One context for all of it, because each one takes time in every cell. */
export const RowStateContext = createContext<RowState>({
  statuses: undefined,
  changes: undefined,
  users: [],
  colors: undefined,
});
