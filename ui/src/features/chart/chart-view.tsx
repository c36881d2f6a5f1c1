import { useMemo } from 'react';
import { checkChart, createDefaultChart } from '@/data/charts/chart-defaults';
import type { ChartSpec } from '@/data/charts/chart-spec';
import { gridView } from '@/data/query/page-state/view-ref.utils';
import { ChartFigure, ChartSkeleton } from '@/table/charts/chart-figure';
import { describeChart } from '@/table/charts/use-chart-model';
import { useElementSize } from '@/table/charts/use-element-size';
import { useTable } from '@/table/table-context';
import type { RowSequence } from '@/table/view/use-adjacent-records';
import type { ViewProps } from '@/table/view/view-props';
import { chartMessages as messages } from './chart-messages';
import { ChartSettings } from './chart-settings';
import styles from './chart-view.module.css';
import { NumberBreakdown } from './number-breakdown';
import { useChartPeriod } from './use-chart-period';

/** The heights of a drawing, and the height of the settings, title and legend, in pixels. */
const minHeight = { wide: 320, narrow: 260 };
const maxHeight = 640;
const otherHeight = { wide: 230, narrow: 310 };

/** The height of a number with the title of its breakdown, in pixels. */
const numberHeight = 100;

/** A chart shows no rows, through which the record panel could navigate. */
const noRows: RowSequence = { findIndex: () => -1, rowAt: () => undefined };

/** Shows aggregates of a table's rows as a chart, with its settings. */
export function ChartView(props: ViewProps) {
  const { Layout, state, change, relations, narrow } = props;
  const { table } = useTable();
  const { element, height } = useElementSize();
  const chart = useMemo(() => {
    const chosen = state.chart ?? createDefaultChart(table, relations);
    return chosen && checkChart(table, chosen);
  }, [table, relations, state.chart]);
  const { spec, chooseKey } = useChartPeriod(props, chart, state.chart === undefined);
  if (!chart) return null;
  const onChange = (next: ChartSpec) =>
    change({ view: { ...gridView, kind: 'chart' }, chart: next }, { replace: true });
  const size = narrow ? 'narrow' : 'wide';
  const drawingHeight = Math.min(Math.max(height - otherHeight[size], minHeight[size]), maxHeight);
  return (
    <Layout {...props} sequence={noRows} total={null}>
      <section ref={element} className={styles.view} aria-label={messages.label(table.title)}>
        <ChartSettings spec={spec ?? chart} {...{ chooseKey, onChange }} />
        <div className={styles.content}>
          <h2 className={styles.title}>{describeChart(table, chart).title}</h2>
          {spec ? (
            <ChartFigure {...{ table, state, spec }} height={drawingHeight} />
          ) : (
            <ChartSkeleton height={drawingHeight} />
          )}
          {chart.type === 'number' && (
            <NumberBreakdown {...{ state, relations, chart }} height={drawingHeight - numberHeight} />
          )}
        </div>
      </section>
    </Layout>
  );
}
