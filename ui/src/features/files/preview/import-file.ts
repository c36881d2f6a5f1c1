import { createContext } from 'react';
import type { Table } from '@/lib/api.gen';

/** Opens the CSV import of a table with a file. */
export type ImportFile = (table: Table, file: File) => void;

/** Provides the CSV import, which belongs to another feature; null if there is none. */
export const ImportFileContext = createContext<ImportFile | null>(null);
