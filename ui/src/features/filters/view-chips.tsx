import { TriangleAlert } from 'lucide-react';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import styles from '@/table/filters/table-toolbar.module.css';
import type { ChangePageState } from '@/table/use-page-state';
import { ColorLegend } from './colors/color-legend';
import { FilterChip } from './editor/filter-chip';
import { filtersMessages } from './filters-messages';
import { SortChip } from './sort/sort-chip';

export interface ViewChipsProps {
  state: TablePageState;
  change: ChangePageState;
  relations: ReadonlyMap<string, Relation>;
  onOpenBuilder: () => void;
}

/** The filters and the order of the URL as chips, and the invalid parts of the URL. */
export function ViewChips({ state, change, relations, onOpenBuilder }: ViewChipsProps) {
  const { problems, filters, order, colors } = state;
  const setFilter = (at: number, ...next: Filter[]) => change({ filters: filters.toSpliced(at, 1, ...next) });
  const setTerm = (at: number, ...next: OrderTerm[]) => change({ order: order.toSpliced(at, 1, ...next) });
  if (problems.length === 0 && filters.length === 0 && order.length === 0 && colors.length === 0) return null;
  return (
    <div className={styles.chips}>
      {problems.map((problem) => (
        <span key={problem} className={styles.problem} title={problem}>
          <TriangleAlert size={13} aria-hidden /> {filtersMessages.chip.invalid(problem)}
        </span>
      ))}
      {filters.map((filter, i) => (
        <FilterChip
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no identity but their position
          key={i}
          filter={filter}
          relations={relations}
          onChange={(next) => setFilter(i, next)}
          onRemove={() => setFilter(i)}
          onOpenBuilder={onOpenBuilder}
        />
      ))}
      {order.map((term, i) => (
        <SortChip
          key={term.column}
          term={term}
          onChange={(next) => setTerm(i, next)}
          onRemove={() => setTerm(i)}
        />
      ))}
      {colors.length > 0 && (
        <ColorLegend rules={colors} relations={relations} onChange={(rules) => change({ colors: rules })} />
      )}
    </div>
  );
}
