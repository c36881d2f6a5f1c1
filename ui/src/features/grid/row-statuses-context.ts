import { createContext } from 'react';
import type { RowStatuses } from '@/data/writes/edits/cell-statuses';

/** The statuses of the edits of the row around a cell. */
export const RowStatusesContext = createContext<RowStatuses | undefined>(undefined);
