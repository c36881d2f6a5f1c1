const dashes = [undefined, '6 3', '2 3', '8 3 2 3', '12 4', '1 4', '10 3 2 3 2 3', '4 4'] as const;

/** Returns the dashes of a part's line; undefined for a solid line. */
export function getLineDashes(part: number): string | undefined {
  return dashes[part % dashes.length];
}

/** Returns the path of a part's marker: a circle, square, triangle or diamond with radius `r`. */
export function formatMarkerPath(part: number, x: number, y: number, r: number): string {
  switch (part % 4) {
    case 1:
      return `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
    case 2:
      return `M${x},${y - r * 1.2}l${r * 1.2},${r * 2.1}h${-r * 2.4}z`;
    case 3:
      return `M${x},${y - r * 1.3}l${r * 1.3},${r * 1.3}l${-r * 1.3},${r * 1.3}l${-r * 1.3},${-r * 1.3}z`;
    default:
      return `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`;
  }
}
