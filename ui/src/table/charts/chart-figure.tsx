import * as m from 'framer-motion/client';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { VisuallyHidden } from '@/components/visually-hidden';
import visuallyHidden from '@/components/visually-hidden.module.css';
import type { ChartSpec, ChartType } from '@/data/charts/chart-spec';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { Table } from '@/lib/api.gen';
import { duration, easing } from '@/lib/browser/theme/motion';
import styles from './chart.module.css';
import { ChartLegend } from './chart-legend';
import { type ChartModel, getDrawnBars, hasParts } from './chart-model';
import { ChartTable } from './chart-table';
import { chartsMessages as messages } from './charts-messages';
import { BarChart } from './shapes/bar-chart';
import { LineChart } from './shapes/line-chart';
import { NumberChart } from './shapes/number-chart';
import { PieChart } from './shapes/pie-chart';
import { useChartModel } from './use-chart-model';

/** The height of a chart that is one number, in pixels. */
const numberHeight = 40;

export interface ChartFigureProps {
  table: Table;
  /** The state of the page whose filters apply. */
  state: TablePageState;
  spec: ChartSpec;
  /** The height of the drawing, in pixels. */
  height: number;
  /** Whether the chart is in a tile of a dashboard, which has less space. */
  isTile?: boolean;
}

/** A chart with its legend, its notices, and its values as a table for screen readers. */
export function ChartFigure({ table, state, spec, height, isTile = false }: ChartFigureProps) {
  const { model, error, isPending, isPlaceholderData, refetch } = useChartModel(table, state, spec);
  if (!model) {
    return isPending || !error ? (
      <ChartSkeleton height={spec.type === 'number' ? numberHeight : height} />
    ) : (
      <ErrorNotice error={error} title={messages.loadFailed(table.title)} onRetry={() => void refetch()} />
    );
  }
  if (model.result.groups.length === 0) {
    return (
      <div className={styles.empty} style={{ minHeight: Math.min(height, 160) }}>
        <p className={styles.emptyTitle}>{messages.empty}</p>
        <p>
          {state.filters.length > 0 || state.search !== '' ? messages.emptyHint : messages.emptyTableHint}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.chart} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      <Drawing key={formatIdentity(model)} {...{ model, height, isTile }} />
      <Notices model={model} type={spec.type} />
    </div>
  );
}

/** The placeholder of a chart that is loading. */
export function ChartSkeleton({ height }: Pick<ChartFigureProps, 'height'>) {
  return (
    <div role="status" aria-busy="true" aria-label={messages.loading}>
      <Skeleton width="100%" height={Math.min(height, 240)} />
    </div>
  );
}

/** A text that changes when the chart should appear again. */
function formatIdentity({ spec }: ChartModel): string {
  return JSON.stringify(spec);
}

function Drawing({ model, height, isTile }: { model: ChartModel; height: number; isTile: boolean }) {
  const id = useId();
  if (model.spec.type === 'pivot') return <ChartTable model={model} maxHeight={height} />;
  if (model.spec.type === 'number') return <NumberChart model={model} isTile={isTile} />;
  const Chart = model.spec.type === 'bar' ? BarChart : model.spec.type === 'pie' ? PieChart : LineChart;
  return (
    <m.figure
      className={styles.figure}
      aria-labelledby={id}
      initial={{ opacity: 0, y: 6 }}
      animate={{ opacity: 1, y: 0, transition: { duration: duration.slow, ease: easing.out } }}
    >
      <VisuallyHidden id={id}>{model.title}</VisuallyHidden>
      <Chart model={model} height={height} />
      {hasParts(model) && <ChartLegend model={model} />}
      <div className={visuallyHidden.hidden}>
        <ChartTable model={model} />
      </div>
    </m.figure>
  );
}

/** States what the chart leaves out, and how it differs from the chosen type. */
function Notices({ model, type }: { model: ChartModel; type: ChartType }) {
  const { spec, result, data } = model;
  const { shortened } = getDrawnBars(model);
  // A category has other parts than those that are returned, unless the categories are periods.
  const shownGroups = spec.split && !spec.by?.bucket ? result.groups.length : data.categories.length;
  const texts = [
    type === 'pie' && spec.type === 'bar' && messages.negativeParts,
    result.isTruncated &&
      (result.rest === undefined || spec.by?.bucket !== undefined) &&
      messages.truncated(shownGroups),
    !result.isTruncated && data.hiddenCategories > 0 && messages.hidden(data.hiddenCategories),
    spec.type === 'bar' &&
      shortened !== undefined &&
      messages.shortened(model.categories[shortened]?.text ?? ''),
    result.loadedRows !== undefined && messages.loadedRows(result.loadedRows, result.totalRows),
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  return (
    <p
      className={styles.notice}
      role="note"
      title={result.loadedRows === undefined ? undefined : messages.loadedRowsHint}
    >
      <Info size={13} aria-hidden /> {texts.join(' · ')}
    </p>
  );
}
