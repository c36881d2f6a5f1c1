import { useQuery, useQueryClient } from '@tanstack/react-query';
import { hasBuckets } from '@/data/charts/chart-columns';
import { fallbackPeriod, periodQuery } from '@/data/charts/chart-period';
import type { ChartBucket, ChartKey, ChartSpec } from '@/data/charts/chart-spec';
import type { Column } from '@/lib/api.gen';
import { useFilterContext } from '@/table/filters/use-filter-context';
import { useTable } from '@/table/table-context';
import { useRowsView } from '@/table/view/use-rows-view';
import type { ViewProps } from '@/table/view/view-props';

const noColumns: readonly Column[] = [];

export interface ChartPeriods {
  /** The chart with the period that suits its dates; undefined while this is being read. */
  spec: ChartSpec | undefined;
  /** Returns the column by which a chart groups rows, with the period that suits its dates. */
  chooseKey: (name: string) => Promise<ChartKey | undefined>;
}

/** Chooses the period of charts by the range of the dates of the page's rows; of `spec` only if `isDefault`. */
export function useChartPeriod(
  { state, relations }: Pick<ViewProps, 'state' | 'relations'>,
  spec: ChartSpec | undefined,
  isDefault: boolean,
): ChartPeriods {
  const { table } = useTable();
  const client = useQueryClient();
  const { zone } = useFilterContext();
  const { filters } = useRowsView(table, state, noColumns, relations);
  const findColumn = (name: string | undefined) => table.columns.find((column) => column.name === name);
  const column = findColumn(spec?.by?.column);
  const isAsked = isDefault && column !== undefined && spec?.by?.bucket !== undefined;
  const period = useQuery(periodQuery(table, isAsked ? column : undefined, filters, zone));
  const bucket = period.data ?? (period.isError ? fallbackPeriod : undefined);
  const withBucket = (chart: ChartSpec, chosen: ChartBucket): ChartSpec => ({
    ...chart,
    by: chart.by && { ...chart.by, bucket: chosen },
  });
  return {
    spec: !isAsked || !spec ? spec : bucket && withBucket(spec, bucket),
    chooseKey: async (name) => {
      const chosen = findColumn(name);
      if (!chosen || !hasBuckets(chosen)) return chosen && { column: name, bucket: undefined };
      const read = client.query(periodQuery(table, chosen, filters, zone));
      return { column: name, bucket: await read.catch(() => fallbackPeriod) };
    },
  };
}
