import { createContext, use } from 'react';
import type { Column, Table } from '@/lib/api.gen';
import type { Edits } from '../api/edits';
import type { KeyValue } from '../api/page-state.utils';
import type { Row } from '../api/row';

/** What the parts of a table's page share: none of it changes while the person works in one table. */
export interface TableContextValue {
  table: Table;
  edits: Edits;
  openRecord: (key: readonly KeyValue[]) => void;
  /** Says, quietly, why something can't be done: 'status: this view is read-only.' */
  tellLocked: (column: Column) => void;
  /** Rows that are ticked. */
  selection: RowSelection;
}

/** Ticked rows by the text of their key. Followed as an external store, so that a tick renders one checkbox. */
export class RowSelection {
  #rows: ReadonlyMap<string, Row> = new Map();
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  rows = (): ReadonlyMap<string, Row> => this.#rows;

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  set(entries: readonly (readonly [key: string, row: Row])[], ticked: boolean): void {
    const next = new Map(this.#rows);
    for (const [key, row] of entries) {
      if (ticked) next.set(key, row);
      else next.delete(key);
    }
    this.#change(next);
  }

  clear(): void {
    if (this.#rows.size > 0) this.#change(new Map());
  }

  #change(rows: ReadonlyMap<string, Row>): void {
    this.#rows = rows;
    for (const listener of this.#listeners) listener();
  }
}

export const TableContext = createContext<TableContextValue | null>(null);

export function useTable(): TableContextValue {
  const value = use(TableContext);
  if (!value) throw new Error('useTable outside of a table’s page');
  return value;
}
