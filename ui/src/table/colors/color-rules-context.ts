import { createContext, use, useMemo } from 'react';
import { type ColorRule, listRuleColumns } from '@/data/query/colors/color-rules';
import { matchFilter } from '@/data/query/colors/match-filter';
import { type FilterContext, resolveFilters } from '@/data/query/filters/resolve-filters';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { useFilterContext } from '../filters/use-filter-context';

/** The rules that color a row and its cells. */
export interface RowColors {
  row: ColorRule | undefined;
  /** By column name. */
  cells: ReadonlyMap<string, ColorRule>;
}

/** Returns the rules that color a row; undefined if none does. */
export type FindRowColors = (row: Row) => RowColors | undefined;

/** Returns the rule that colors a card or an event: that of the row, otherwise of one of its cells. */
export function getCardRule(colors: RowColors | undefined): ColorRule | undefined {
  return colors?.row ?? colors?.cells.values().next().value;
}

/** Finds the colors of rows. Undefined if the view has no rules, so that rows without colors cost nothing. */
export const ColorRulesContext = createContext<FindRowColors | undefined>(undefined);

/** Returns the rules that color a row of the view around this component; undefined if none does. */
export function useRowColors(row: Row | undefined): RowColors | undefined {
  const find = use(ColorRulesContext);
  return row && find?.(row);
}

/** Returns the function that finds the colors of a table's rows; undefined without rules. */
export function useFindRowColors(table: Table, rules: readonly ColorRule[]): FindRowColors | undefined {
  const context = useFilterContext();
  return useMemo(() => createFindRowColors(table, rules, context), [table, rules, context]);
}

/** Returns the function that finds the colors of rows. It evaluates the rules once for each row. */
function createFindRowColors(
  table: Table,
  rules: readonly ColorRule[],
  context: FilterContext,
): FindRowColors | undefined {
  if (rules.length === 0) return undefined;
  const resolved = rules.map((rule) => ({ rule, filters: resolveFilters(rule.filters, table, context) }));
  const names = listRuleColumns(rules);
  const known = new WeakMap<Row, RowColors | null>();
  const find = (row: Row): RowColors | null => {
    if (!names.some((name) => Object.hasOwn(row, name))) return null;
    const matching = resolved.filter(({ filters }) =>
      filters.every((filter) => matchFilter(table, filter, row) === true),
    );
    const cells = new Map<string, ColorRule>();
    for (const { rule } of matching) {
      if (rule.column !== undefined && !cells.has(rule.column)) cells.set(rule.column, rule);
    }
    const rowRule = matching.find(({ rule }) => rule.column === undefined)?.rule;
    return rowRule || cells.size > 0 ? { row: rowRule, cells } : null;
  };
  return (row) => {
    let colors = known.get(row);
    if (colors === undefined) {
      colors = find(row);
      known.set(row, colors);
    }
    return colors ?? undefined;
  };
}
