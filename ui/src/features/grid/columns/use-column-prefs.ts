import { useCallback, useMemo, useState } from 'react';
import type { ColumnWidths } from 'react-data-grid';
import type { ColumnLayout, TablePageState } from '@/data/query/table-page-state';
import type { SummaryFunction } from '@/data/values/summary/summary.utils';
import type { Table } from '@/lib/api.gen';
import { useUser } from '@/lib/session';
import type { ChangePageState } from '@/table/use-page-state';

/** The user's arrangement of a table's columns, stored in the browser. */
export interface ColumnPrefs extends ColumnLayout {
  /** The visible columns in order; undefined for the table's default. The URL overrides them. */
  select?: readonly string[];
  /** The fields on cards in order; undefined for the view's default. */
  fields?: readonly string[];
  summaryShown?: boolean;
  /** The functions of the summary row that differ from the default, by column. */
  summary?: Readonly<Record<string, SummaryFunction | 'none'>>;
}

const defaultPrefs: ColumnPrefs = { pinned: [], widths: {} };

function readPrefs(key: string): ColumnPrefs {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return stored && typeof stored === 'object' ? { ...defaultPrefs, ...stored } : defaultPrefs;
  } catch {
    // No access to the storage, or invalid content.
    return defaultPrefs;
  }
}

function writePrefs(key: string, prefs: ColumnPrefs): void {
  try {
    localStorage.setItem(key, JSON.stringify(prefs));
  } catch {
    // No access to the storage: the arrangement lasts until the page is closed.
  }
}

/** Returns the user's stored arrangement of a table, and a function that changes and stores it. */
function useStoredColumnPrefs(table: Table): [ColumnPrefs, (changes: Partial<ColumnPrefs>) => void] {
  const user = useUser();
  const key = `tableside.columns.${user.id}.${table.schema}.${table.name}`;
  const [state, setState] = useState(() => ({ key, prefs: readPrefs(key) }));
  const current = state.key === key ? state : { key, prefs: readPrefs(key) };
  if (current !== state) setState(current);
  const change = useCallback(
    (changes: Partial<ColumnPrefs>) =>
      setState((previous) => {
        const prefs = { ...previous.prefs, ...changes };
        writePrefs(previous.key, prefs);
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
      // Summaries are not part of a view.
      const changesSummaries = 'summary' in changes || 'summaryShown' in changes;
      if (!isSavedView || changesSummaries) setStored(changesLayout ? { ...changes, ...next } : changes);
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
