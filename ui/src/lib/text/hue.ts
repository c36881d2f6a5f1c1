/** Number of hues, which style sheets name 0 to 9. */
export const hueCount = 10;

/** Returns one of ten hues (0 to 9) for a text, always the same for the same text. */
export function hashHue(text: string): number {
  let hash = 2166136261; // FNV-1a, then mixed: its low bits are too similar for short texts
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2654435761);
  return ((hash ^ (hash >>> 13)) >>> 0) % hueCount;
}

/** Returns the hue of an enum's value by its index, so that the first ten differ. */
export function getIndexHue(index: number): number {
  return ((index % hueCount) + hueCount) % hueCount;
}
