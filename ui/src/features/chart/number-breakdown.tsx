import { useMemo } from 'react';
import { createBreakdown } from '@/data/charts/chart-defaults';
import type { ChartSpec } from '@/data/charts/chart-spec';
import { ChartFigure, ChartSkeleton } from '@/table/charts/chart-figure';
import { describeChart } from '@/table/charts/use-chart-model';
import { useTable } from '@/table/table-context';
import type { ViewProps } from '@/table/view/view-props';
import styles from './chart-view.module.css';
import { useChartPeriod } from './use-chart-period';

export interface NumberBreakdownProps extends Pick<ViewProps, 'state' | 'relations'> {
  /** The number. */
  chart: ChartSpec;
  /** The height of the drawing, in pixels. */
  height: number;
}

/** Shows below a number of what it consists: bars by month, status or another column. */
export function NumberBreakdown({ state, relations, chart, height }: NumberBreakdownProps) {
  const { table } = useTable();
  const breakdown = useMemo(() => createBreakdown(table, relations, chart), [table, relations, chart]);
  const { spec } = useChartPeriod({ state, relations }, breakdown, true);
  if (!breakdown) return null;
  return (
    <section className={styles.breakdown}>
      <h3 className={styles.breakdownTitle}>{describeChart(table, breakdown).title}</h3>
      {spec ? <ChartFigure {...{ table, state, spec, height }} /> : <ChartSkeleton height={height} />}
    </section>
  );
}
