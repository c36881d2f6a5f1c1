import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatBucket, groupFilters } from '@/data/charts/chart-buckets';
import { isReport } from '@/data/charts/chart-columns';
import { type ChartResult, chartQuery } from '@/data/charts/chart-query';
import { type ChartKey, type ChartSpec, simplifyChart } from '@/data/charts/chart-spec';
import { arrangeGroups, type ChartItem, type ChartLimits } from '@/data/charts/drawing/chart-data';
import { formatAxis, formatChartValue } from '@/data/charts/drawing/chart-formats';
import { formatTablePageState, type TablePageState } from '@/data/query/page-state/table-page-state';
import { gridView } from '@/data/query/page-state/view-ref.utils';
import { type Relation, referenceQuery } from '@/data/relations/references';
import { getEnumHue } from '@/data/values/formats/enum-hues';
import { formatValue } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { useFilterContext } from '../filters/use-filter-context';
import { useRelations } from '../use-relations';
import { useRowsView } from '../view/use-rows-view';
import { type ChartLabel, type ChartModel, createOthersLabel } from './chart-model';
import { chartsMessages as messages } from './charts-messages';

/** The limits by type. Each part has its own pattern or line, so that it is recognized without its color. */
const limits: Record<ChartSpec['type'], ChartLimits> = {
  bar: { categories: 60, parts: 10 },
  line: { categories: 400, parts: 8 },
  area: { categories: 400, parts: 10 },
  pie: { categories: 8, parts: 1 },
  number: { categories: 1, parts: 1 },
  pivot: { categories: 200, parts: 30 },
};

const noColumns: readonly Column[] = [];

/** Returns a chart of the rows of a page's state, once its groups are loaded. */
export function useChartModel(table: Table, state: TablePageState, spec: ChartSpec) {
  const relations = useRelations(table);
  const { zone } = useFilterContext();
  const { filters } = useRowsView(table, state, noColumns, relations);
  const asked = useMemo(() => simplifyChart(spec), [spec]);
  const query = useQuery({
    ...chartQuery(table, asked, filters, zone),
    placeholderData: (previous) => previous,
  });
  const measured = query.data?.measured;
  // While another chart is loading, the groups of the last one are shown as what they are.
  const { drawn, columns, data } = useMemo(
    () => arrangeChart(table, { ...asked, ...measured }, query.data),
    [table, asked, measured, query.data],
  );
  const categories = useLabels(table, relations, columns.by, drawn.by, data?.categories);
  const parts = useLabels(table, relations, columns.split, drawn.split, data?.parts);
  const model = useMemo((): ChartModel | undefined => {
    if (!data || !query.data) return undefined;
    const format = (value: string | null) =>
      value === null ? messages.noValue : formatChartValue(table, drawn, columns.measured, value);
    return {
      ...describeChart(table, drawn),
      ...{ spec: drawn, result: query.data as ChartResult, data, categories, parts, format },
      numbers: data.values.map((row) => row.map((text) => (text === null ? null : toNumber(text)))),
      formatShort: (value) => formatAxis(drawn, columns.measured, value),
      hrefOf: (category, part) => {
        const groups = [
          [columns.by, drawn.by, data.categories[category]],
          [columns.split, drawn.split, data.parts[part]],
        ] as const;
        return rowsHref(table, state, groups, zone);
      },
    };
  }, [table, state, drawn, columns, data, query.data, categories, parts, zone]);
  return { ...query, model };
}

/** Returns the chart to draw, and its values. A donut with negative values, also among the others, is drawn as bars. */
function arrangeChart(table: Table, spec: ChartSpec, result: ChartResult | undefined) {
  const columns = findColumns(table, spec);
  const arrange = (drawn: ChartSpec) =>
    result && arrangeGroups(drawn, result.groups, columns, limits[drawn.type], result);
  const values = [...(result?.groups ?? []), ...(result?.rest ?? [])].map(({ value }) => value);
  const isNegative = values.some((value) => Number(value ?? 0) < 0);
  if (spec.type !== 'pie' || !isNegative) return { drawn: spec, columns, data: arrange(spec) };
  const bars: ChartSpec = { ...spec, type: 'bar' };
  return { drawn: bars, columns, data: arrange(bars) };
}

interface SpecColumns {
  measured: Column | undefined;
  by: Column | undefined;
  split: Column | undefined;
}

function findColumns(table: Table, { column, by, split }: ChartSpec): SpecColumns {
  const find = (name: string | undefined) => table.columns.find((each) => each.name === name);
  return { measured: find(column), by: find(by?.column), split: find(split?.column) };
}

/** Returns the title of a chart, without groups that its type does not show, and those of its measure and categories. */
export function describeChart(table: Table, chosen: ChartSpec) {
  const spec = simplifyChart(chosen);
  const columns = findColumns(table, spec);
  const measure = columns.measured
    ? messages.measure(spec.fn, columns.measured.title)
    : messages.rowCount(table.title);
  const byTitle = columns.by?.title ?? '';
  const title = messages.title(measure, spec.by && byTitle, columns.split?.title);
  return { measure, byTitle, title };
}

/** Returns the texts of categories or parts. The titles of referenced rows are loaded. */
function useLabels(
  table: Table,
  relations: ReadonlyMap<string, Relation>,
  column: Column | undefined,
  key: ChartKey | undefined,
  items: readonly ChartItem[] | undefined,
): readonly ChartLabel[] {
  const relation = relations.get(column?.name ?? '');
  const refColumn = relation?.key.refColumns[0];
  const values = relation && refColumn !== undefined ? (items ?? []).map(({ value }) => value) : [];
  const titles = useQueries({
    queries: values.map((value) => ({
      ...referenceQuery(relation?.target ?? table, [{ column: refColumn ?? '', value: value ?? '' }]),
      enabled: typeof value === 'string',
    })),
    combine: (results) => results.map(({ data }) => data?.title),
  });
  return useMemo(
    () =>
      (items ?? []).map(({ value, others }, i) => {
        if (value === undefined) return createOthersLabel(others > 0 ? messages.others(others) : '');
        if (value === null) return { id: 'null', text: messages.noValue };
        const hue = column?.kind === 'enum' || column?.status ? { hue: getEnumHue(column, value) } : {};
        return { id: `=${value}`, text: titles[i] || labelOf(column, key, value), ...hue };
      }),
    [items, titles, column, key],
  );
}

function labelOf(column: Column | undefined, key: ChartKey | undefined, value: string): string {
  if (key?.bucket === 'week') return messages.weekOf(formatBucket(value, 'week'));
  if (key?.bucket) return formatBucket(value, key.bucket);
  if (value === '') return messages.emptyText;
  return (column && formatValue(column, value, { precision: 'minute' })) || messages.noValue;
}

/** Converts an exact value to the number that is drawn: instants by their time. */
function toNumber(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

type FilteredGroup = readonly [Column | undefined, ChartKey | undefined, ChartItem | undefined];

/**
 * Returns the address of the grid with the rows of a value in a chart: filtered by the value of each group. undefined for the sum of
 * several groups.
 */
function rowsHref(
  table: Table,
  state: TablePageState,
  groups: readonly FilteredGroup[],
  zone: string,
): string | undefined {
  const filters = [...state.filters];
  for (const [column, key, item] of groups) {
    if (!column || !key) continue;
    if (item?.value === undefined) return undefined;
    filters.push(...groupFilters(column, key, item.value, zone));
  }
  const view = { ...gridView, isExplicitGrid: isReport(table) };
  const search = formatTablePageState({ ...state, view, filters, record: undefined, group: undefined });
  return `${hrefs.table(table.schema, table.name)}${search === '' ? '' : `?${search}`}`;
}
