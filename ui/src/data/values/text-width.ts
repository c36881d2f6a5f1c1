let context: CanvasRenderingContext2D | null | undefined;

/** Width of an average character of Inter, as part of its size. */
const averageCharacterWidth = 0.56;

/** How wide a text is at a size in pixels, in the app's font; an estimate where nothing can be drawn. */
export function textWidth(text: string, size: number): number {
  if (context === undefined) context = document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * averageCharacterWidth;
  context.font = `${size}px "Inter Variable", sans-serif`;
  // The canvas knows no tabular figures: there each digit, and each dash between, is as wide as a 0.
  return context.measureText(text.replace(/[\d–-]/g, '0')).width;
}
