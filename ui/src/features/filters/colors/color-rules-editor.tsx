import { Plus, X } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Select } from '@/components/fields/select';
import { type ColorRule, maxColorRules, type RuleColor, ruleColors } from '@/data/query/colors/color-rules';
import { group } from '@/data/query/filters/filters.utils';
import type { Relation } from '@/data/relations/references';
import { listViewColumns } from '@/data/rows/readable-columns';
import { RuleShape } from '@/table/colors/rule-shape';
import { FilterText } from '@/table/filters/filter-text';
import { useTable } from '@/table/table-context';
import { filtersMessages } from '../filters-messages';
import styles from './color-rules.module.css';

const messages = filtersMessages.colors;

const colorOptions = ruleColors.map((color) => ({
  value: color,
  text: messages.names[color],
  label: (
    <span className={styles.color}>
      <RuleShape color={color} /> {messages.names[color]}
    </span>
  ),
}));

export interface ColorRulesEditorProps {
  rules: readonly ColorRule[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (rules: readonly ColorRule[]) => void;
  /** Opens the conditions of a rule. A rule at the index after the last rule is new. */
  onEditConditions: (rule: ColorRule, index: number) => void;
}

/** Edits the color rules of a view: their color, what they color, and their conditions. */
export function ColorRulesEditor({ rules, relations, onChange, onEditConditions }: ColorRulesEditorProps) {
  const { table } = useTable();
  const scopes = [
    { value: '', label: messages.wholeRow },
    ...listViewColumns(table).map(({ name, title }) => ({ value: name, label: messages.cells(title) })),
  ];
  const free = ruleColors.find((color) => rules.every((rule) => rule.color !== color)) ?? 'red';
  return (
    <div className={styles.editor}>
      <p className={styles.hint}>{messages.hint}</p>
      {rules.length > 0 && (
        <ol className={styles.rules} aria-label={messages.list}>
          {rules.map((rule, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their position
            <li key={i} className={styles.rule} data-rule={rule.color}>
              <Select
                aria-label={messages.color}
                value={rule.color}
                options={colorOptions}
                onValueChange={(color) => onChange(rules.with(i, { ...rule, color: color as RuleColor }))}
              />
              <Select
                aria-label={messages.scope}
                value={rule.column ?? ''}
                options={scopes}
                onValueChange={(name) => onChange(rules.with(i, { ...rule, column: name || undefined }))}
              />
              <IconButton
                size="sm"
                label={messages.remove}
                icon={<X aria-hidden />}
                onClick={() => onChange(rules.toSpliced(i, 1))}
              />
              <button type="button" className={styles.conditions} onClick={() => onEditConditions(rule, i)}>
                <FilterText filter={group('and', rule.filters)} relations={relations} />
              </button>
            </li>
          ))}
        </ol>
      )}
      {rules.length < maxColorRules && (
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => onEditConditions({ color: free, column: undefined, filters: [] }, rules.length)}
        >
          {messages.add}
        </Button>
      )}
    </div>
  );
}
