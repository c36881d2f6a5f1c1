let context: CanvasRenderingContext2D | null | undefined;

/** Width of an average character of Inter, as part of its size. */
const average = 0.56;

/** How wide a text is at a size in pixels, in the app's font; an estimate where nothing can be drawn. */
export function textWidth(text: string, size: number): number {
  if (context === undefined) context = document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * average;
  context.font = `${size}px "Inter Variable", sans-serif`;
  // Tabular figures are wider than those that the canvas measures.
  const figures = text.match(/\d/g)?.length ?? 0;
  return context.measureText(text).width + figures * size * 0.03;
}
