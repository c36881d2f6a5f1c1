import { use, useEffect } from 'react';
import type { Table } from '@/lib/api.gen';
import { LiveContext } from './live-state';

/** Reports the tables whose numbers of rows the page shows, in their order, so that live updates keep the numbers up to date. */
export function useCountedTables(tables: readonly Table[]): void {
  const { counted } = use(LiveContext);
  const ids = tables.map(({ schema, name }) => `${schema}.${name}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tables are others if their ids are
  useEffect(() => counted.set(tables), [counted, ids]);
  useEffect(() => () => counted.set([]), [counted]);
}
