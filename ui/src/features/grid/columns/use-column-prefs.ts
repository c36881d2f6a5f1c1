import { useCallback, useMemo, useState } from 'react';
import type { ColumnWidths } from 'react-data-grid';
import {
  type ColumnPrefs,
  getColumnPrefsKey,
  readColumnPrefs,
  storeColumnPrefs,
} from '@/data/layouts/column-prefs';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { Table } from '@/lib/api.gen';
import { useStorageId } from '@/lib/auth/session';
import type { ChangePageState } from '@/table/use-page-state';

/** Returns the user's stored arrangement of a table, and a function that changes and stores it. */
function useStoredColumnPrefs(table: Table): [ColumnPrefs, (changes: Partial<ColumnPrefs>) => void] {
  const key = getColumnPrefsKey(useStorageId(), table);
  const [state, setState] = useState(() => ({ key, prefs: readColumnPrefs(key) }));
  const current = state.key === key ? state : { key, prefs: readColumnPrefs(key) };
  if (current !== state) setState(current);
  const change = useCallback(
    (changes: Partial<ColumnPrefs>) =>
      setState((previous) => {
        const prefs = { ...previous.prefs, ...changes };
        storeColumnPrefs(previous.key, prefs);
        return { ...previous, prefs };
      }),
    [],
  );
  return [current.prefs, change];
}

/**
 * Returns the arrangement of a page's columns and a function that changes it. Widths and pinned columns in the URL
 * override the user's stored ones. The first change stores them. On a saved view, changes go to the URL only, since
 * they belong to the view; summaries are always stored.
 */
export function useColumnPrefs(
  table: Table,
  { layout }: TablePageState,
  change: ChangePageState,
  isSavedView: boolean,
): [ColumnPrefs, (changes: Partial<ColumnPrefs>) => void] {
  const [stored, setStored] = useStoredColumnPrefs(table);
  const prefs = useMemo(() => (layout ? { ...stored, ...layout } : stored), [stored, layout]);
  const set = useCallback(
    (changes: Partial<ColumnPrefs>) => {
      const changesLayout = changes.widths !== undefined || changes.pinned !== undefined;
      const next = { widths: changes.widths ?? prefs.widths, pinned: changes.pinned ?? prefs.pinned };
      if (changesLayout && (layout || isSavedView)) change({ layout: next }, { replace: true });
      // Summaries and the height of the rows are not part of a view.
      const changesOwn = ['summary', 'summaryShown', 'rowSize', 'wraps'].some((name) => name in changes);
      if (!isSavedView || changesOwn) setStored(changesLayout ? { ...changes, ...next } : changes);
    },
    [prefs, layout, isSavedView, change, setStored],
  );
  return [prefs, set];
}

/**
 * Returns the state of the grid's column widths, with the widths that it measured itself, and its setter. `chosen` are
 * the widths that the user chose; they replace the state when they change from outside.
 */
export function useColumnWidths(
  chosen: ColumnPrefs['widths'],
  onChosen: (widths: ColumnPrefs['widths']) => void,
): [ColumnWidths, (widths: ColumnWidths) => void] {
  const [widths, setWidths] = useState(() => toGridWidths(chosen));
  const [previousChosen, setPreviousChosen] = useState(chosen);
  if (previousChosen !== chosen) {
    setPreviousChosen(chosen);
    if (!hasSameWidths(getResizedWidths(widths), chosen)) setWidths(toGridWidths(chosen));
  }
  const change = (next: ColumnWidths) => {
    setWidths(next);
    const resized = getResizedWidths(next);
    if (!hasSameWidths(resized, chosen)) onChosen(resized);
  };
  return [widths, change];
}

function hasSameWidths(a: ColumnPrefs['widths'], b: ColumnPrefs['widths']): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** Converts chosen widths to the grid's format. */
function toGridWidths(widths: ColumnPrefs['widths']): ColumnWidths {
  return new Map(Object.entries(widths).map(([name, width]) => [name, { type: 'resized', width }]));
}

/** Returns the widths that the user chose, without those that the grid measured. */
function getResizedWidths(widths: ColumnWidths): ColumnPrefs['widths'] {
  const resized = [...widths].filter(([, { type }]) => type === 'resized');
  return Object.fromEntries(resized.map(([name, { width }]) => [name, Math.round(width)]));
}
