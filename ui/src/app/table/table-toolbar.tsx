import { type ReactNode, useCallback, useState } from 'react';
import type { PageState } from '@/data/query/page-state.utils';
import { searchableColumns, searchVector } from '@/data/query/search.utils';
import type { ViewKind } from '@/data/query/view-ref.utils';
import type { Relation } from '@/data/relations/references';
import type { FilterBuilderProps } from '@/features/filters/builder/filter-builder';
import { AddFilter } from '@/features/filters/editor/add-filter';
import { QuickSearch } from '@/features/filters/search/quick-search';
import { SortPopover } from '@/features/filters/sort/sort-popover';
import { ViewChips } from '@/features/filters/view-chips';
import { ColumnsPopover } from '@/features/grid/columns/columns-popover';
import { GroupPopover } from '@/features/grid/group/group-popover';
import { lazyPart, OnceOpen } from '@/lib/browser/lazy-part';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import styles from '@/table/filters/table-toolbar.module.css';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { ViewTabs } from './view-tabs';

const FilterBuilder = lazyPart<FilterBuilderProps>(
  async () => (await import('@/features/filters/builder/filter-builder')).FilterBuilder,
);

export interface ToolbarProps {
  state: PageState;
  change: ChangePageState;
  shown: readonly string[];
  relations: ReadonlyMap<string, Relation>;
  adding: NewFilterState;
  onAddingChange: (state: NewFilterState) => void;
  onColumnsChange: (shown: readonly string[] | undefined) => void;
  /** The view shown, and those that the table allows. */
  kind: ViewKind;
  offered: readonly ViewKind[];
  /** Where a grid's rows are cards, there are no columns to choose. */
  hideColumns?: boolean;
  /** The saved views, beside the kinds of views. */
  saved: ReactNode;
  /** What else can be chosen, or done with the rows that are shown. */
  children?: ReactNode;
}

/** What decides which rows are shown: search, filters, order, columns. */
export function Toolbar(props: ToolbarProps) {
  const { state, change, shown, relations, adding, onAddingChange, onColumnsChange, kind, offered } = props;
  const { table } = useTable();
  const [building, setBuilding] = useState(false);
  const vector = searchVector(table.columns);
  const search = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="View">
      <div className={styles.row}>
        {offered.length > 1 && <ViewTabs state={state} current={kind} offered={offered} />}
        {props.saved}
        {(vector || searchableColumns(table.columns).length > 0) && (
          <QuickSearch value={state.search} vector={vector?.title} onChange={search} />
        )}
        <div className={styles.tools}>
          <AddFilter
            state={adding}
            relations={relations}
            onStateChange={onAddingChange}
            onAdd={(filter) => change({ filters: [...state.filters, filter] })}
            onBuild={() => setBuilding(true)}
          />
          <SortPopover order={state.order} relations={relations} onChange={(order) => change({ order })} />
          {kind === 'grid' && <GroupPopover {...{ state, change, relations }} />}
          {!props.hideColumns && (
            <ColumnsPopover
              noun={kind === 'grid' ? 'column' : 'field'}
              shown={shown}
              relations={relations}
              onChange={onColumnsChange}
              onReset={() => onColumnsChange(undefined)}
            />
          )}
          {props.children}
        </div>
      </div>
      <ViewChips {...{ state, change, relations }} onBuild={() => setBuilding(true)} />
      <OnceOpen open={building}>
        <FilterBuilder
          open={building}
          filters={state.filters}
          relations={relations}
          onOpenChange={setBuilding}
          onApply={(filters) => change({ filters })}
        />
      </OnceOpen>
    </div>
  );
}
