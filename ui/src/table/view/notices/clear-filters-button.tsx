import { Button } from '@/components/controls/button';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { tableMessages } from '@/table/table-messages';
import type { ChangePageState } from '@/table/use-page-state';

export interface ClearFiltersButtonProps {
  state: TablePageState;
  change: ChangePageState;
  size?: 'sm' | 'md';
}

/** Removes the filters and the search of a view that matches no row. */
export function ClearFiltersButton({ state, change, size }: ClearFiltersButtonProps) {
  return (
    <Button {...(size ? { size } : {})} onClick={() => change({ filters: [], search: '' })}>
      {state.filters.length === 0 ? tableMessages.view.clearSearch : tableMessages.view.clearFilters}
    </Button>
  );
}
