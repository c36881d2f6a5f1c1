import { createContext } from 'react';
import type { Presence } from '@/data/live/presence/presence';
import type { RowChanges } from '@/data/live/refresh/changed-cells';
import type { RowStatuses } from '@/data/writes/edits/cell-statuses';

/** The statuses of the edits of the row around a cell. */
export const RowStatusesContext = createContext<RowStatuses | undefined>(undefined);

/** The cells of the row around a cell that another user changed a moment ago. */
export const RowChangesContext = createContext<RowChanges | undefined>(undefined);

/** The other users who have the row around a cell open or edit it. */
export const RowPresenceContext = createContext<readonly Presence[]>([]);
