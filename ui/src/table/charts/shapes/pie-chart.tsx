import * as m from 'framer-motion/client';
import { duration, easing } from '@/lib/browser/theme/motion';
import { getLocale } from '@/lib/browser/zone/locale';
import styles from '../chart.module.css';
import { ChartSurface } from '../chart-surface';
import { useChartMarks } from '../use-chart-marks';
import { useElementSize } from '../use-element-size';
import type { DrawingProps } from './bar-chart';
import { ChartMark } from './chart-mark';
import { getPatternFill } from './chart-patterns';
import { shortenLabel } from './value-axis';

/** Height of a line of the list beside a donut, in pixels. */
const lineHeight = 26;

/** Width of the column of shares, in pixels. */
const shareWidth = 52;

/** A donut of values that are not negative, with the names, values and shares of its sectors beside it. */
export function PieChart({ model, height }: DrawingProps) {
  const { element, width } = useElementSize();
  const marks = useChartMarks(1);
  const values = model.numbers.map((row) => row[0] ?? 0);
  const total = values.reduce((sum, value) => sum + value, 0);
  const { radius, center, list, end } = layoutPie(width, height, values.length);
  const needed = list.y + values.length * lineHeight;
  const share = new Intl.NumberFormat(getLocale(), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const starts = values.map((_, i) => values.slice(0, i).reduce((sum, value) => sum + value, 0));
  return (
    <ChartSurface {...{ model, marks, element, width }} height={Math.max(needed, radius * 2 + 24)}>
      {(patterns) =>
        values.map((value, i) => {
          const [from, to] = [(starts[i] ?? 0) / (total || 1), ((starts[i] ?? 0) + value) / (total || 1)];
          const sector = sectorPath(center, radius, from, to);
          const pattern = getPatternFill(patterns, i, model.categories[i]);
          const middle = (from + to) * Math.PI;
          const y = list.y + lineHeight * i;
          return (
            <ChartMark
              key={model.categories[i]?.id}
              {...{ model, marks, index: i, category: i, part: 0 }}
              x={center.x + Math.sin(middle) * radius * 0.8}
              y={center.y - Math.cos(middle) * radius * 0.8}
            >
              <m.g
                style={{ originX: `${center.x}px`, originY: `${center.y}px` }}
                initial={{ scale: 0.7, opacity: 0 }}
                animate={{ scale: 1, opacity: 1 }}
                transition={{ duration: duration.slow, ease: easing.out }}
              >
                <path d={sector} className={styles.sector} />
                {pattern && <path d={sector} fill={pattern} />}
              </m.g>
              <rect x={list.x} y={y} width="18" height="12" rx="2" className={styles.fill} />
              {pattern && <rect x={list.x} y={y} width="18" height="12" rx="2" fill={pattern} />}
              <text x={list.x + 28} y={y + 10} className={styles.label}>
                {shortenLabel(model.categories[i]?.text ?? '', Math.floor((end - list.x - 142) / 6.4))}
              </text>
              <text x={end - shareWidth} y={y + 10} textAnchor="end" className={styles.label}>
                {model.format(model.data.values[i]?.[0] ?? null)}
              </text>
              <text x={end} y={y + 10} textAnchor="end" className={styles.tick}>
                {share.format(total === 0 ? 0 : value / total)}
              </text>
            </ChartMark>
          );
        })
      }
    </ChartSurface>
  );
}

/** Returns the position of the donut and of the list of its parts: beside the donut, or below it on a narrow page. */
function layoutPie(width: number, height: number, partCount: number) {
  const isNarrow = width < 460;
  const radius = Math.min(isNarrow ? width / 2.6 : width / 4, height / 2 - 12, 130);
  const center = { x: isNarrow ? width / 2 : radius + 16, y: radius + 12 };
  const list = isNarrow
    ? { x: 8, y: radius * 2 + 36 }
    : { x: radius * 2 + 56, y: Math.max(16, center.y - (partCount * lineHeight) / 2) };
  // A value far from its name is hard to read.
  const end = isNarrow ? width - 8 : Math.min(width - 8, list.x + 420);
  return { radius, center, list, end };
}

/** Returns the path of a ring's sector from one share of the circle to another. */
function sectorPath(center: { x: number; y: number }, radius: number, from: number, to: number): string {
  // A sector of the whole circle would start and end at the same point.
  const end = Math.min(to, from + 0.9999);
  const point = (turn: number, r: number) =>
    `${center.x + Math.sin(turn * 2 * Math.PI) * r},${center.y - Math.cos(turn * 2 * Math.PI) * r}`;
  const large = end - from > 0.5 ? 1 : 0;
  const inner = radius * 0.6;
  return `M${point(from, radius)}A${radius},${radius} 0 ${large} 1 ${point(end, radius)}L${point(end, inner)}A${inner},${inner} 0 ${large} 0 ${point(from, inner)}Z`;
}
