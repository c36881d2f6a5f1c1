import type { ColorRule } from '@/data/query/colors/color-rules';
import { describeFilters } from '../filters/describe-filter';
import { useTable } from '../table-context';
import styles from './rule-mark.module.css';
import { RuleShape } from './rule-shape';

export interface RuleMarkProps {
  rule: ColorRule;
  /** Whether the mark colors the cell around it. A row of the grid is colored itself. */
  fills?: boolean;
  /** Whether the shape is in the padding of a cell, where it needs no width. */
  isInPadding?: boolean;
}

/** Shows that a rule colors a row or a cell: its shape, and the color behind the content. */
export function RuleMark({ rule, fills = false, isInPadding = false }: RuleMarkProps) {
  const { table } = useTable();
  return (
    <>
      {fills && <span className={styles.fill} data-rule={rule.color} aria-hidden />}
      <span className={isInPadding ? styles.inPadding : styles.inline}>
        <RuleShape color={rule.color} label={describeFilters(table, rule.filters)} />
      </span>
    </>
  );
}
