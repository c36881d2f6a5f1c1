import { useCallback, useMemo, useState } from 'react';
import type { ColumnWidths } from 'react-data-grid';
import type { ColumnLayout, TablePageState } from '@/data/query/table-page-state';
import type { SummaryFunction } from '@/data/values/summary/summary.utils';
import type { Table } from '@/lib/api.gen';
import { useUser } from '@/lib/session';
import type { ChangePageState } from '@/table/use-page-state';

/** How a person has arranged a table's columns, on this device. */
export interface ColumnPrefs extends ColumnLayout {
  /** The columns shown, in order; undefined means the table's own. The address has the last word. */
  select?: readonly string[];
  /** The fields on cards, in order; undefined means the view's own. */
  fields?: readonly string[];
  summaryShown?: boolean;
  /** What the summary row says of a column, where that isn't the usual. */
  summary?: Readonly<Record<string, SummaryFunction | 'none'>>;
}

const defaultPrefs: ColumnPrefs = { pinned: [], widths: {} };

function readPrefs(key: string): ColumnPrefs {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return stored && typeof stored === 'object' ? { ...defaultPrefs, ...stored } : defaultPrefs;
  } catch {
    // A closed storage, or what an older version wrote: begin anew.
    return defaultPrefs;
  }
}

function writePrefs(key: string, prefs: ColumnPrefs): void {
  try {
    localStorage.setItem(key, JSON.stringify(prefs));
  } catch {
    // Then the arrangement ends with this page.
  }
}

function useStoredColumnPrefs(table: Table): [ColumnPrefs, (changes: Partial<ColumnPrefs>) => void] {
  const user = useUser();
  const key = `tableside.columns.${user.id}.${table.schema}.${table.name}`;
  const [state, setState] = useState(() => ({ key, prefs: readPrefs(key) }));
  const current = state.key === key ? state : { key, prefs: readPrefs(key) };
  if (current !== state) setState(current);
  const change = useCallback(
    (changes: Partial<ColumnPrefs>) =>
      setState((before) => {
        const prefs = { ...before.prefs, ...changes };
        writePrefs(before.key, prefs);
        return { ...before, prefs };
      }),
    [],
  );
  return [current.prefs, change];
}

/**
 * The arrangement that a page shows: the person's own, unless its address brings
 * widths along. Those don't touch the person's own until they change something;
 * in a saved view nothing does, since what is changed there is the view.
 */
export function useColumnPrefs(
  table: Table,
  { layout }: TablePageState,
  change: ChangePageState,
  inView: boolean,
): [ColumnPrefs, (changes: Partial<ColumnPrefs>) => void] {
  const [own, setOwn] = useStoredColumnPrefs(table);
  const prefs = useMemo(() => (layout ? { ...own, ...layout } : own), [own, layout]);
  const set = useCallback(
    (changes: Partial<ColumnPrefs>) => {
      const arranges = changes.widths !== undefined || changes.pinned !== undefined;
      const next = { widths: changes.widths ?? prefs.widths, pinned: changes.pinned ?? prefs.pinned };
      if (arranges && (layout || inView)) change({ layout: next }, { replace: true });
      // Summaries are no part of a view.
      const summarises = 'summary' in changes || 'summaryShown' in changes;
      if (!inView || summarises) setOwn(arranges ? { ...changes, ...next } : changes);
    },
    [prefs, layout, inView, change, setOwn],
  );
  return [prefs, set];
}

/** The grid's widths, which hold what it measured too; another arrangement takes their place. */
export function useColumnWidths(
  chosen: ColumnPrefs['widths'],
  onChosen: (widths: ColumnPrefs['widths']) => void,
): [ColumnWidths, (widths: ColumnWidths) => void] {
  const [widths, setWidths] = useState(() => toGridWidths(chosen));
  const [given, setGiven] = useState(chosen);
  if (given !== chosen) {
    setGiven(chosen);
    if (!hasSameWidths(getResizedWidths(widths), chosen)) setWidths(toGridWidths(chosen));
  }
  const change = (next: ColumnWidths) => {
    setWidths(next);
    const now = getResizedWidths(next);
    if (!hasSameWidths(now, chosen)) onChosen(now);
  };
  return [widths, change];
}

function hasSameWidths(some: ColumnPrefs['widths'], others: ColumnPrefs['widths']): boolean {
  const names = Object.keys(some);
  return names.length === Object.keys(others).length && names.every((name) => some[name] === others[name]);
}

/** The chosen widths as the grid takes them. */
function toGridWidths(widths: ColumnPrefs['widths']): ColumnWidths {
  return new Map(Object.entries(widths).map(([name, width]) => [name, { type: 'resized', width }]));
}

/** The widths that a person chose; what the grid measured by itself is left out. */
function getResizedWidths(widths: ColumnWidths): ColumnPrefs['widths'] {
  const chosen = [...widths].filter(([, { type }]) => type === 'resized');
  return Object.fromEntries(chosen.map(([name, { width }]) => [name, Math.round(width)]));
}
