import { X } from 'lucide-react';
import type { ColorRule } from '@/data/query/colors/color-rules';
import { group } from '@/data/query/filters/filters.utils';
import type { Relation } from '@/data/relations/references';
import { RuleShape } from '@/table/colors/rule-shape';
import { useFindField } from '@/table/fields/use-field-options';
import { FilterText } from '@/table/filters/filter-text';
import styles from '@/table/filters/view-chip.module.css';
import { filtersMessages } from '../filters-messages';

const messages = filtersMessages.colors;

export interface ColorLegendProps {
  rules: readonly ColorRule[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (rules: readonly ColorRule[]) => void;
}

/** The color rules of a view as chips: what each color and shape means. */
export function ColorLegend({ rules, relations, onChange }: ColorLegendProps) {
  const findField = useFindField();
  return rules.map((rule, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their position
    <span key={i} className={styles.chip} data-rule={rule.color} data-group>
      <span className={styles.label}>
        <RuleShape color={rule.color} />
        <span className={styles.text}>
          {rule.column !== undefined && messages.cellsOf(findField(rule.column)?.title ?? rule.column)}
          <FilterText filter={group('and', rule.filters)} relations={relations} />
        </span>
      </span>
      <button
        type="button"
        className={styles.remove}
        aria-label={messages.remove}
        onClick={() => onChange(rules.toSpliced(i, 1))}
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  ));
}
