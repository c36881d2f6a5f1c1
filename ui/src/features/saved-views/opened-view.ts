import type { Table } from '@/lib/api.gen';

function getStorageKey({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `tableside:view:${JSON.stringify([schema, name])}`;
}

/**
 * Returns the id of the saved view from which this tab's page of a table was
 * opened, as `storeOpenedView` stored it; undefined if the page now shows a
 * different query.
 */
export function readOpenedView(
  table: Pick<Table, 'schema' | 'name'>,
  shownQuery: string,
): string | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(table)) ?? 'null');
    if (!Array.isArray(stored) || stored[1] !== shownQuery || typeof stored[0] !== 'string') return undefined;
    return stored[0];
  } catch {
    return undefined;
  }
}

/** Stores, for a reload of this tab, the id of the opened saved view and the query that the page shows. */
export function storeOpenedView(
  table: Pick<Table, 'schema' | 'name'>,
  viewId: string | undefined,
  shownQuery: string,
): void {
  try {
    if (viewId === undefined) sessionStorage.removeItem(getStorageKey(table));
    else sessionStorage.setItem(getStorageKey(table), JSON.stringify([viewId, shownQuery]));
  } catch {
    // Without session storage, a reload does not know the opened view.
  }
}
