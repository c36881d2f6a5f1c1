import { type ChartLabel, isOthers } from '../chart-model';

/** The side of a pattern's square, in pixels. */
const patternSize = 12;

/**
 * Patterns that distinguish parts without color: none, lines at several angles, dots and crosses. Their lines are far apart,
 * so that many bars do not flicker.
 */
const shapes = [
  undefined,
  'M-3,3 l6,-6 M0,12 l12,-12 M9,15 l6,-6',
  'M0,6 h12',
  'M2,3 h2 M8,9 h2',
  'M6,0 v12',
  'M-3,9 l6,6 M0,0 l12,12 M9,-3 l6,6',
  'M0,6 h12 M6,0 v12',
  'M2,6 h8',
  'M6,2 v8',
  'M6,3 a3,3 0 1,0 0.01,0',
] as const;

/** Returns the fill of a part's pattern over its color; undefined for parts without a pattern, such as the sum of all others. */
export function getPatternFill(id: string, part: number, label: ChartLabel | undefined): string | undefined {
  if (isOthers(label)) return undefined;
  return shapes[part % shapes.length] ? `url(#${id}-${part % shapes.length})` : undefined;
}

/** The definitions of the patterns of a drawing. */
export function ChartPatterns({ id }: { id: string }) {
  const size = patternSize;
  return (
    <defs>
      {shapes.map(
        (shape, i) =>
          shape && (
            <pattern key={shape} id={`${id}-${i}`} width={size} height={size} patternUnits="userSpaceOnUse">
              <path d={shape} stroke="var(--surface-1)" strokeWidth="1.4" strokeOpacity="0.6" fill="none" />
            </pattern>
          ),
      )}
    </defs>
  );
}
