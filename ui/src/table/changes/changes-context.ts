import { createContext, use } from 'react';
import type { Table } from '@/lib/api.gen';

/** The record of which changes are listed. */
export interface ChangedRecord {
  table: Table;
  /** The text of its key (see getCachedRowKey). */
  rowKey: string;
  heading: string;
}

/** Opens the list of recent changes: of all tables, or of one record. The app provides it. */
export const OpenChangesContext = createContext<(record?: ChangedRecord) => void>(() => {});

export const useOpenChanges = () => use(OpenChangesContext);
