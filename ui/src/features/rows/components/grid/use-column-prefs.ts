import { useCallback, useState } from 'react';
import type { ColumnWidths } from 'react-data-grid';
import type { Table } from '@/lib/api.gen';
import { useUser } from '@/lib/session';

/** How a person has arranged a table's columns, on this device. */
export interface ColumnPrefs {
  /** The columns shown, in order; undefined means the table's own. The address has the last word. */
  select?: readonly string[];
  /** The fields on cards, in order; undefined means the view's own. */
  fields?: readonly string[];
  pinned: readonly string[];
  widths: Readonly<Record<string, number>>;
}

const none: ColumnPrefs = { pinned: [], widths: {} };

function read(key: string): ColumnPrefs {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return stored && typeof stored === 'object' ? { ...none, ...stored } : none;
  } catch {
    // A closed storage, or what an older version wrote: begin anew.
    return none;
  }
}

function write(key: string, prefs: ColumnPrefs): void {
  try {
    localStorage.setItem(key, JSON.stringify(prefs));
  } catch {
    // Then the arrangement ends with this page.
  }
}

/** The arrangement, and how to change it. */
export function useColumnPrefs(table: Table): [ColumnPrefs, (changes: Partial<ColumnPrefs>) => void] {
  const user = useUser();
  const key = `tableside.columns.${user.id}.${table.schema}.${table.name}`;
  const [state, setState] = useState(() => ({ key, prefs: read(key) }));
  const current = state.key === key ? state : { key, prefs: read(key) };
  if (current !== state) setState(current);
  const change = useCallback(
    (changes: Partial<ColumnPrefs>) =>
      setState((before) => {
        const prefs = { ...before.prefs, ...changes };
        write(before.key, prefs);
        return { ...before, prefs };
      }),
    [],
  );
  return [current.prefs, change];
}

/** The chosen widths as the grid takes them. */
export function gridWidths(widths: ColumnPrefs['widths']): ColumnWidths {
  return new Map(Object.entries(widths).map(([name, width]) => [name, { type: 'resized', width }]));
}

/** The widths that a person chose; what the grid measured by itself is left out. */
export function chosenWidths(widths: ColumnWidths): ColumnPrefs['widths'] {
  const chosen = [...widths].filter(([, { type }]) => type === 'resized');
  return Object.fromEntries(chosen.map(([name, { width }]) => [name, Math.round(width)]));
}
