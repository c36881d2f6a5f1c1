import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { formatRecord } from '@/data/query/page-state.utils';
import type { Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { ExplainRefusals } from './changes/explain-refusals';
import { BlockSelection } from './selection/block-selection';
import { RowSelection } from './selection/row-selection';
import { TableContext, type TableContextValue } from './table-context';
import { useVisit } from './visit-context';

/** Makes a table the one that forms inside are about, without a page of its rows. */
export function TableScope({ table, children }: { table: Table; children: ReactNode }) {
  const [, navigate] = useLocation();
  const edits = useVisit().edits(table);
  const [selection] = useState(() => new RowSelection());
  const [block] = useState(() => new BlockSelection());
  const context = useMemo<TableContextValue>(
    () => ({
      ...{ table, edits, selection, block },
      openRecord: (key) => navigate(hrefs.record(table.schema, table.name, formatRecord(key))),
      tellLocked: () => {},
    }),
    [table, edits, selection, block, navigate],
  );
  return (
    <TableContext value={context}>
      <ExplainRefusals table={table}>{children}</ExplainRefusals>
    </TableContext>
  );
}
