import { FilterX, Inbox } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import type { TablePageState } from '@/data/query/table-page-state';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { ClearFiltersButton } from './clear-filters-button';

export interface NoRowsProps {
  state: TablePageState;
  change: ChangePageState;
  onCreate: (() => void) | undefined;
}

/** No row matches the filters, or there is none at all. */
export function NoRows({ state, change, onCreate }: NoRowsProps) {
  const { table } = useTable();
  if (state.filters.length > 0 || state.search !== '') {
    return (
      <EmptyState
        icon={<FilterX aria-hidden />}
        title="No row matches"
        action={<ClearFiltersButton {...{ state, change }} />}
      >
        {table.title} has no row for which all of this holds, or none that you may see.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title={`No rows in ${table.title} yet`}
      action={
        onCreate && (
          <Button variant="primary" onClick={onCreate}>
            Make the first
          </Button>
        )
      }
    >
      {table.comment || 'What is added to this table shows up here.'}
      {table.rowSecurity && ' Rows that your role may not see are not shown.'}
    </EmptyState>
  );
}
