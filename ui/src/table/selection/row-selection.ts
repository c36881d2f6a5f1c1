import type { Filter } from '@/data/query/filters/filters.utils';
import type { Row } from '@/data/rows/row';
import { ExternalStore } from '@/lib/external-store';

/** The ticked rows: single rows by key text, or all rows that match some filters except the excluded rows. */
export type SelectionMode =
  | { kind: 'rows'; rows: ReadonlyMap<string, Row> }
  | { kind: 'all'; filters: readonly Filter[]; excluded: ReadonlyMap<string, Row> };

type RowEntries = readonly (readonly [key: string, row: Row])[];

const noRows: ReadonlyMap<string, Row> = new Map();
const emptySelection: SelectionMode = { kind: 'rows', rows: noRows };

interface RowSelectionState {
  mode: SelectionMode;
  canSelectAll: boolean;
}

/** The ticked rows, as an external store, so that a tick renders only its checkbox. */
export class RowSelection extends ExternalStore<RowSelectionState> {
  #filters: string | undefined;

  constructor() {
    super({ mode: emptySelection, canSelectAll: false });
  }

  mode = (): SelectionMode => this.snapshot().mode;

  /** Returns the rows that were ticked singly; none while all matching rows are selected. */
  rows = (): ReadonlyMap<string, Row> => {
    const mode = this.mode();
    return mode.kind === 'rows' ? mode.rows : noRows;
  };

  /** Whether the last action was the header's checkbox, after which the UI offers to select all matching rows. */
  canSelectAll = (): boolean => this.snapshot().canSelectAll;

  /** Whether no row is selected. */
  isEmpty = (): boolean => {
    const mode = this.mode();
    return mode.kind === 'rows' && mode.rows.size === 0;
  };

  /** Whether a row is selected. */
  has(key: string): boolean {
    const mode = this.mode();
    return mode.kind === 'all' ? !mode.excluded.has(key) : mode.rows.has(key);
  }

  /** Selects or deselects rows. */
  set(entries: RowEntries, ticked: boolean): void {
    const mode = this.mode();
    if (mode.kind === 'all')
      this.#change({ ...mode, excluded: applyEntries(mode.excluded, entries, !ticked) });
    else this.#change({ kind: 'rows', rows: applyEntries(mode.rows, entries, ticked) });
  }

  /** Ticks the loaded rows, and offers to select all matching rows. The header's checkbox calls it. */
  selectLoaded(entries: RowEntries): void {
    this.#change({ kind: 'rows', rows: applyEntries(this.rows(), entries, true) }, true);
  }

  /** Selects all matching rows, loaded or not. */
  selectAll(filters: readonly Filter[]): void {
    this.#change({ kind: 'all', filters, excluded: new Map() });
  }

  /**
   * Sets the current filters. Clears the selection if they changed: an action must never affect selected rows that are
   * not visible.
   */
  setFilters(filters: string): void {
    if (this.#filters !== undefined && this.#filters !== filters) this.clear();
    this.#filters = filters;
  }

  clear(): void {
    if (!this.isEmpty()) this.#change(emptySelection);
  }

  #change(mode: SelectionMode, canSelectAll = false): void {
    this.setSnapshot({ mode, canSelectAll });
  }
}

/** Returns the rows with the entries added, or removed unless `present`. */
function applyEntries(
  rows: ReadonlyMap<string, Row>,
  entries: RowEntries,
  present: boolean,
): Map<string, Row> {
  const next = new Map(rows);
  for (const [key, row] of entries) {
    if (present) next.set(key, row);
    else next.delete(key);
  }
  return next;
}
