import { type ReactNode, useCallback, useState } from 'react';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { ViewKind } from '@/data/query/page-state/view-ref.utils';
import { listSearchableColumns, searchVectorColumn } from '@/data/query/search.utils';
import type { Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { FilterBuilderProps } from '@/features/filters/builder/filter-builder';
import { ColorRulesButton } from '@/features/filters/colors/color-rules-button';
import { AddFilterButton } from '@/features/filters/editor/add-filter-button';
import { QuickSearch } from '@/features/filters/search/quick-search';
import { SortPopover } from '@/features/filters/sort/sort-popover';
import { ViewChips } from '@/features/filters/view-chips';
import { ColumnsPopover } from '@/features/grid/columns/columns-popover';
import { GroupPopover } from '@/features/grid/group/group-popover';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import styles from '@/table/filters/table-toolbar.module.css';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { tablePageMessages as messages } from './table-page-messages';
import { ViewTabs } from './view/view-tabs';

const FilterBuilder = lazyComponent<FilterBuilderProps>(
  async () => (await import('@/features/filters/builder/filter-builder')).FilterBuilder,
);

export interface TableToolbarProps {
  state: TablePageState;
  change: ChangePageState;
  columnNames: readonly string[];
  relations: ReadonlyMap<string, Relation>;
  addFilterState: NewFilterState;
  onAddFilterStateChange: (state: NewFilterState) => void;
  onColumnsChange: (visibleColumns: readonly string[] | undefined) => void;
  /** The current kind of view, and the kinds that the table's columns allow. */
  kind: ViewKind;
  availableKinds: readonly ViewKind[];
  /** Whether to hide the choice of columns, for a grid that shows cards. */
  hideColumns?: boolean;
  /** The menu of saved views. */
  savedViews: ReactNode;
  /** Further tools. */
  children?: ReactNode;
}

/** The toolbar of a table's page: kinds of views, search, filters, order, groups and columns. */
export function TableToolbar(props: TableToolbarProps) {
  const { state, change, relations, kind, availableKinds } = props;
  const { table } = useTable();
  const [building, setBuilding] = useState(false);
  const vector = searchVectorColumn(listReadableColumns(table));
  const search = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={messages.toolbar}>
      <div className={styles.row}>
        {availableKinds.length > 1 && (
          <ViewTabs state={state} current={kind} availableKinds={availableKinds} />
        )}
        {props.savedViews}
        {(vector || listSearchableColumns(listReadableColumns(table)).length > 0) && (
          <QuickSearch value={state.search} vectorColumn={vector?.title} onChange={search} />
        )}
        <ViewTools {...props} onOpenBuilder={() => setBuilding(true)} />
      </div>
      <ViewChips {...{ state, change, relations }} onOpenBuilder={() => setBuilding(true)} />
      <LazyDialog open={building}>
        <FilterBuilder
          open={building}
          filters={state.filters}
          relations={relations}
          onOpenChange={setBuilding}
          onApply={(filters) => change({ filters })}
        />
      </LazyDialog>
    </div>
  );
}

/** The tools that change the view: filters, order, groups, colors and columns. */
function ViewTools(props: TableToolbarProps & { onOpenBuilder: () => void }) {
  const { state, change, columnNames, relations, kind, onColumnsChange, onOpenBuilder } = props;
  return (
    <div className={styles.tools}>
      <AddFilterButton
        state={props.addFilterState}
        count={state.filters.length}
        relations={relations}
        onStateChange={props.onAddFilterStateChange}
        onAdd={(filter) => change({ filters: [...state.filters, filter] })}
        onOpenBuilder={onOpenBuilder}
      />
      {kind !== 'chart' && (
        <SortPopover order={state.order} relations={relations} onChange={(order) => change({ order })} />
      )}
      {kind === 'grid' && <GroupPopover {...{ state, change, relations }} />}
      <ColorRulesButton
        rules={state.colors}
        relations={relations}
        onChange={(colors) => change({ colors })}
      />
      {!props.hideColumns && (
        <ColumnsPopover
          columnNoun={kind === 'grid' ? 'column' : 'field'}
          visibleColumns={columnNames}
          relations={relations}
          onChange={onColumnsChange}
          onReset={() => onColumnsChange(undefined)}
        />
      )}
      {props.children}
    </div>
  );
}
