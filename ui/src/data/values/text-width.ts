let context: CanvasRenderingContext2D | null | undefined;

/** Average width of a character of the font Inter, relative to the font size. */
const averageCharacterWidth = 0.56;

/** Returns a text of the same width. The app uses tabular figures: each digit and dash is as wide as a 0. */
export const equalizeFigures = (text: string): string => text.replace(/[\d–-]/g, '0');

/** Returns the width in pixels of a text in the app's font, for a font size in pixels; an estimate if there is no canvas. */
export function measureTextWidth(text: string, size: number): number {
  if (context === undefined) context = document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * averageCharacterWidth;
  // biome-ignore lint/plugin: a CSS value
  context.font = `${size}px "Inter Variable", sans-serif`;
  // A canvas does not support tabular figures.
  return context.measureText(equalizeFigures(text)).width;
}
