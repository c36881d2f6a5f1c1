import type { Table } from '@/lib/api.gen';

function getStorageKey({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `tableside:view:${JSON.stringify([schema, name])}`;
}

/** The saved view that a table's page came from, if it still shows what it showed last in this tab. */
export function readOpenedView(table: Pick<Table, 'schema' | 'name'>, shown: string): string | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(table)) ?? 'null');
    if (!Array.isArray(stored) || stored[1] !== shown || typeof stored[0] !== 'string') return undefined;
    return stored[0];
  } catch {
    return undefined;
  }
}

/** Notes, for the next load of the page, which saved view it came from and what it shows of it. */
export function storeOpenedView(
  table: Pick<Table, 'schema' | 'name'>,
  opened: string | undefined,
  shown: string,
): void {
  try {
    if (opened === undefined) sessionStorage.removeItem(getStorageKey(table));
    else sessionStorage.setItem(getStorageKey(table), JSON.stringify([opened, shown]));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
