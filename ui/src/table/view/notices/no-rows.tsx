import { FilterX, Inbox } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';

import type { ChangePageState } from '@/table/use-page-state';
import { ClearFiltersButton } from './clear-filters-button';

const messages = tableMessages.view;

export interface NoRowsProps {
  state: TablePageState;
  change: ChangePageState;
  onCreate: (() => void) | undefined;
}

/** Shown instead of the rows when no row matches the filters, or the table is empty. */
export function NoRows({ state, change, onCreate }: NoRowsProps) {
  const { table } = useTable();
  if (state.filters.length > 0 || state.search !== '') {
    return (
      <EmptyState
        icon={<FilterX aria-hidden />}
        title={messages.noMatches}
        action={<ClearFiltersButton {...{ state, change }} />}
      >
        {messages.noMatchesHint(table.title)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title={messages.empty(table.title)}
      action={
        onCreate && (
          <Button variant="primary" onClick={onCreate}>
            {messages.createFirst}
          </Button>
        )
      }
    >
      {[table.comment || messages.emptyHint, table.rowSecurity && messages.hiddenRowsHint]
        .filter(Boolean)
        .join(' ')}
    </EmptyState>
  );
}
