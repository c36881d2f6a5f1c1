/** Patterns that distinguish parts without color: none, lines at several angles, dots and crosses. */
const shapes = [
  undefined,
  'M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4',
  'M0,4 h8',
  'M2,2 h1.6 M6,6 h1.6',
  'M4,0 v8',
  'M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4',
  'M0,4 h8 M4,0 v8',
  'M0,0 l8,8 M0,8 l8,-8',
] as const;

/** Returns the fill of a part's pattern over its color; undefined for parts without a pattern. */
export function patternFill(id: string, part: number): string | undefined {
  return shapes[part % shapes.length] ? `url(#${id}-${part % shapes.length})` : undefined;
}

/** The definitions of the patterns of a drawing. */
export function ChartPatterns({ id }: { id: string }) {
  return (
    <defs>
      {shapes.map(
        (shape, i) =>
          shape && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a constant list
            <pattern key={i} id={`${id}-${i}`} width="8" height="8" patternUnits="userSpaceOnUse">
              <path d={shape} stroke="var(--surface-1)" strokeWidth="1.4" strokeOpacity="0.75" fill="none" />
            </pattern>
          ),
      )}
    </defs>
  );
}
