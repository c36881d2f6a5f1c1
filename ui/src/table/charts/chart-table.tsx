import { Link } from 'wouter';
import visuallyHidden from '@/components/visually-hidden.module.css';
import { addTexts } from '@/data/charts/drawing/chart-data';
import styles from './chart.module.css';
import type { ChartModel } from './chart-model';
import { hasParts } from './chart-model';
import { chartsMessages as messages } from './charts-messages';
import { PivotFrame } from './pivot-frame';

export interface ChartTableProps {
  model: ChartModel;
  /** The height above which the table scrolls, in pixels. */
  maxHeight?: number;
}

/** The values of a chart as a table: a pivot table, and the form of every chart for screen readers. */
export function ChartTable({ model, maxHeight }: ChartTableProps) {
  const { spec, data, parts, categories } = model;
  const isSplit = hasParts(model);
  // Averages, minimums and numbers of different values have no sum, and that of some of the groups would be too small.
  const { isTruncated, rest } = model.result;
  const isIncomplete = isTruncated && isSplit && rest === undefined && spec.by?.bucket === undefined;
  const hasTotals = (spec.fn === 'count' || spec.fn === 'sum') && spec.type === 'pivot' && !isIncomplete;
  const formatTotal = (total: string | null) => (total === null ? messages.none : model.format(total));
  const rowTotal = (row: readonly (string | null)[]) => row.reduce(addTexts, null);
  const columnTotals = parts.map((_, part) => rowTotal(data.values.map((row) => row[part] ?? null)));
  const table = (
    <table className={styles.table}>
      <caption className={visuallyHidden.hidden}>{model.title}</caption>
      <thead>
        <tr>
          <th scope="col">{model.byTitle}</th>
          {parts.map((part) => (
            <th key={part.id} scope="col">
              {isSplit ? part.text : model.measure}
            </th>
          ))}
          {hasTotals && isSplit && <th scope="col">{messages.total}</th>}
        </tr>
      </thead>
      <tbody>
        {categories.map((category, i) => (
          <tr key={category.id}>
            <th scope="row">{category.text}</th>
            {parts.map((part, j) => (
              <td key={part.id}>
                <ValueLink model={model} category={i} part={j} />
              </td>
            ))}
            {hasTotals && isSplit && <td>{formatTotal(rowTotal(data.values[i] ?? []))}</td>}
          </tr>
        ))}
      </tbody>
      {hasTotals && spec.by && (
        <tfoot>
          <tr>
            <th scope="row">{messages.total}</th>
            {columnTotals.map((total, j) => (
              <td key={parts[j]?.id}>{formatTotal(total)}</td>
            ))}
            {isSplit && <td>{formatTotal(rowTotal(columnTotals))}</td>}
          </tr>
        </tfoot>
      )}
    </table>
  );
  return spec.type === 'pivot' ? <PivotFrame maxHeight={maxHeight}>{table}</PivotFrame> : table;
}

/** A value; in a pivot table, a link to its rows. */
function ValueLink({ model, category, part }: { model: ChartModel; category: number; part: number }) {
  const value = model.data.values[category]?.[part] ?? null;
  if (value === null) return messages.none;
  const href = model.spec.type === 'pivot' ? model.hrefOf(category, part) : undefined;
  return href ? <Link href={href}>{model.format(value)}</Link> : model.format(value);
}
