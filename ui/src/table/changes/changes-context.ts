import { createContext, use } from 'react';
import type { Table } from '@/lib/api.gen';

/** A record, to list the changes of it alone. */
export interface ChangedRecord {
  table: Table;
  /** The text of its key. */
  rowKey: string;
  heading: string;
}

/** Opens the list of all changes of the visit, or of those of one record. */
export const OpenChangesContext = createContext<(about?: ChangedRecord) => void>(() => {});

export const useOpenChanges = () => use(OpenChangesContext);
