let context: CanvasRenderingContext2D | null | undefined;

/** Average width of a character of the font Inter, relative to the font size. */
const averageCharacterWidth = 0.56;

/** Returns a text of the same width. The app uses tabular figures: each digit and dash is as wide as a 0. */
export const equalizeFigures = (text: string): string => text.replace(/[\d–-]/g, '0');

/** How much wider a tabular figure is than the canvas measures it, and a point or comma between figures without kerning, relative to the font size. */
const tabularExtra = 0.0182;
const separatorExtra = 0.031;

/** Returns the width in pixels of a text in the app's font, for a font size in pixels; an estimate if there is no canvas. */
export function measureTextWidth(text: string, size: number): number {
  if (context === undefined) context = document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * averageCharacterWidth;
  // biome-ignore lint/plugin: a CSS value
  context.font = `${size}px "Inter Variable", sans-serif`;
  // A canvas does not support tabular figures.
  const equalized = equalizeFigures(text);
  const figures = equalized.split('0').length - 1;
  const separators = equalized.match(/0[.,](?=0)/g)?.length ?? 0;
  const extra = size * (figures * tabularExtra + separators * separatorExtra);
  return context.measureText(equalized).width + extra;
}
