import { type Filter, formatFieldName, formatNested, listFilteredNames } from '../filters/filters.utils';
import { FilterSyntaxError, parseRuleList } from '../filters/parse-filter';

/** The colors of rules. Each has a shape, so that users can distinguish rules without color. */
export const ruleColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;

export type RuleColor = (typeof ruleColors)[number];

/** A rule that colors the rows that match all of its filters, or one of their cells. */
export interface ColorRule {
  color: RuleColor;
  /** The name of the column whose cells are colored; undefined for the whole row. */
  column: string | undefined;
  /** Not resolved: they can contain relative days and user variables. */
  filters: readonly Filter[];
}

/** Maximum number of rules of a view. */
export const maxColorRules = 12;

/** Parses the value of `colors`: `red(due_on.lt.today),blue.status(status.eq.draft)`. Throws FilterSyntaxError. */
export function parseColorRules(text: string): readonly ColorRule[] {
  return parseRuleList(text)
    .map(({ name: color, column, filters }): ColorRule => {
      if (!isRuleColor(color)) throw new FilterSyntaxError(text);
      return { color, column, filters };
    })
    .slice(0, maxColorRules);
}

function isRuleColor(text: string): text is RuleColor {
  return (ruleColors as readonly string[]).includes(text);
}

/** Formats rules as the value of `colors`. */
export function formatColorRules(rules: readonly ColorRule[]): string {
  return rules
    .map(({ color, column, filters }) => {
      const scope = column === undefined ? '' : `.${formatFieldName(column)}`;
      return `${color}${scope}(${filters.map(formatNested).join(',')})`;
    })
    .join(',');
}

/** Returns the names of the columns and lookups that rules need: those that they compare, and whose cells they color. */
export function listRuleColumns(rules: readonly ColorRule[]): string[] {
  const names = rules.flatMap(({ column, filters }) => [
    ...listFilteredNames(filters),
    ...(column === undefined ? [] : [column]),
  ]);
  return [...new Set(names)];
}
