import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import type { Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { useChangeSession } from '@/table/change-session-context';
import { TableErrorTextProvider } from '@/table/changes/table-error-text-provider';
import { BlockSelection } from './selection/block-selection';
import { RowSelection } from './selection/row-selection';
import { TableContext, type TableContextValue } from './table-context';

/** Provides a table to its children, for forms outside of the table's page. */
export function TableScope({ table, children }: { table: Table; children: ReactNode }) {
  const [, navigate] = useLocation();
  const edits = useChangeSession().edits(table);
  const [selection] = useState(() => new RowSelection());
  const [block] = useState(() => new BlockSelection());
  const context = useMemo<TableContextValue>(
    () => ({
      ...{ table, edits, selection, block },
      openRecord: (key) => navigate(hrefs.record(table.schema, table.name, formatRecord(key))),
      showLockReason: () => {},
    }),
    [table, edits, selection, block, navigate],
  );
  return (
    <TableContext value={context}>
      <TableErrorTextProvider table={table}>{children}</TableErrorTextProvider>
    </TableContext>
  );
}
