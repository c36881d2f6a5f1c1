import type { ChartResult } from '@/data/charts/chart-query';
import type { ChartSpec } from '@/data/charts/chart-spec';
import { shortenOthersBar } from '@/data/charts/drawing/bar-layout';
import type { ChartData } from '@/data/charts/drawing/chart-data';
import { chartsMessages as messages } from './charts-messages';

/** A category or part of a chart with its text. */
export interface ChartLabel {
  /** Unique among the labels of its axis. */
  id: string;
  text: string;
  /** The hue (0 to 9) of an enum's value; undefined for others. */
  hue?: number;
}

const othersId = 'others';

/** Returns the label of the part that sums all other parts; with '' that of the only part of a chart that is not split. */
export function createOthersLabel(text: string): ChartLabel {
  return { id: othersId, text };
}

/** Whether a label is that of the sum of all others. */
export function isOthers(label: ChartLabel | undefined): boolean {
  return label?.id === othersId && label.text !== '';
}

/** Returns the hue of a part: that of an enum's value, otherwise by its index; the sum of all others is gray. */
export function getPartHue(part: number, label: ChartLabel | undefined): number | 'others' {
  return isOthers(label) ? 'others' : (label?.hue ?? part % 10);
}

/** A chart that is ready to be drawn. */
export interface ChartModel {
  spec: ChartSpec;
  result: ChartResult;
  data: ChartData;
  /** Describes the chart: 'Sum of Total by Due on'. */
  title: string;
  measure: string;
  /** The title of the categories' column. */
  byTitle: string;
  categories: readonly ChartLabel[];
  /** One part without a text for a chart that is not split. */
  parts: readonly ChartLabel[];
  /** The values to draw, by category and part; null if there is none. */
  numbers: readonly (readonly (number | null)[])[];
  /** Formats an exact value with all digits. */
  format: (value: string | null) => string;
  /** Formats a value on an axis in a few characters. */
  formatShort: (value: number) => string;
  /** Returns the link to the rows of a category and part; undefined for the sum of others. */
  hrefOf: (category: number, part: number) => string | undefined;
}

/** Returns the name of a mark: 'Nov 2026, Delivered: €1,204.50'. */
export function describeMark(model: ChartModel, category: number, part: number): string {
  const labels = [model.categories[category]?.text, model.parts[part]?.text].filter(Boolean);
  const value = model.format(model.data.values[category]?.[part] ?? null);
  return messages.mark(labels.join(', '), value);
}

/** Whether a chart has parts with names, which need a legend. */
export function hasParts({ spec }: ChartModel): boolean {
  return spec.split !== undefined;
}

/**
 * Returns the values to draw as bars. Only rows are shortened: periods have no bar of all others, and bars that are beside
 * each other can't be added.
 */
export function getDrawnBars({ numbers, data }: Pick<ChartModel, 'numbers' | 'data'>) {
  const others = data.categories.findIndex((category) => category.others > 0);
  return shortenOthersBar(numbers, others < 0 ? undefined : others);
}
