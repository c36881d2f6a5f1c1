import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { Filter } from '../../api/filters.utils';
import type { PageState } from '../../api/page-state.utils';
import type { Relation } from '../../api/references';
import type { OrderTerm } from '../../api/row';
import type { ViewKind } from '../../api/view-ref.utils';
import { ColumnsPopover } from '../grid/columns-popover';
import { useTable } from '../table-context';
import type { ChangePageState } from '../use-page-state';
import { ViewTabs } from '../views/view-tabs';
import { AddFilter, type AddingFilter } from './add-filter';
import { FilterChip } from './filter-chip';
import { searchableColumns } from './operators.utils';
import { QuickSearch } from './quick-search';
import { SortChip } from './sort-chip';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  state: PageState;
  change: ChangePageState;
  shown: readonly string[];
  relations: ReadonlyMap<string, Relation>;
  adding: AddingFilter;
  onAddingChange: (state: AddingFilter) => void;
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
  const search = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const setFilter = (at: number, ...filters: Filter[]) =>
    change({ filters: state.filters.toSpliced(at, 1, ...filters) });
  const setTerm = (at: number, ...terms: OrderTerm[]) =>
    change({ order: state.order.toSpliced(at, 1, ...terms) });
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="View">
      {offered.length > 1 && <ViewTabs state={state} current={kind} offered={offered} />}
      {props.saved}
      {searchableColumns(table.columns).length > 0 && <QuickSearch value={state.search} onChange={search} />}
      <div className={styles.chips}>
        {state.problems.map((problem) => (
          <span key={problem} className={styles.problem} title={problem}>
            <TriangleAlert size={13} aria-hidden /> Not understood: {problem}
          </span>
        ))}
        {state.filters.map((filter, i) => (
          <FilterChip
            // biome-ignore lint/suspicious/noArrayIndexKey: a filter is known by its place
            key={i}
            filter={filter}
            relation={filter.kind === 'condition' ? relations.get(filter.column) : undefined}
            onChange={(next) => setFilter(i, next)}
            onRemove={() => setFilter(i)}
          />
        ))}
        {state.order.map((term, i) => (
          <SortChip
            key={term.column}
            term={term}
            onChange={(next) => setTerm(i, next)}
            onRemove={() => setTerm(i)}
          />
        ))}
        <AddFilter
          state={adding}
          relations={relations}
          onStateChange={onAddingChange}
          onAdd={(filter) => change({ filters: [...state.filters, filter] })}
        />
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
  );
}
