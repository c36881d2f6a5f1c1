/** Pixels: the least width of a card, the room between cards, and around them all. */
const leastWidth = 200;
const leastOnPhone = 150;
export const gap = 12;
export const around = 14;

/** A face's parts: padding with the title, a line, the foot. */
const titleHeight = 42;
const lineHeight = 24;
const footHeight = 26;

export interface GalleryLayout {
  columns: number;
  /** Of a card, without the gap. */
  width: number;
  height: number;
  pictureHeight: number;
}

/** How many cards stand in a row of this width, and how large each is. All are the same: their places are computed. */
export function galleryLayout(room: number, lines: number, hasFoot: boolean): GalleryLayout {
  const inner = Math.max(0, room - 2 * around);
  const least = room < 560 ? leastOnPhone : leastWidth;
  const columns = Math.max(1, Math.floor((inner + gap) / (least + gap)));
  const width = (inner - gap * (columns - 1)) / columns;
  const pictureHeight = Math.round(width * 0.72);
  const face = titleHeight + lines * lineHeight + (hasFoot ? footHeight : 0);
  return { columns, width, height: pictureHeight + face, pictureHeight };
}

/** Rows of cards beyond the screen that are drawn all the same. */
const margin = 2;

/** The cards to draw for a scroll position: from, and up to but not including. */
export function drawnCards(
  layout: GalleryLayout,
  count: number,
  top: number,
  screen: number,
): { from: number; to: number } {
  const pitch = layout.height + gap;
  const first = Math.max(0, Math.floor((top - around) / pitch) - margin);
  const last = Math.ceil((top + screen) / pitch) + margin;
  return { from: Math.min(count, first * layout.columns), to: Math.min(count, last * layout.columns) };
}

/** Where a card stands. */
export function cardPlace(layout: GalleryLayout, index: number): { left: number; top: number } {
  const row = Math.floor(index / layout.columns);
  return {
    left: around + (index % layout.columns) * (layout.width + gap),
    top: around + row * (layout.height + gap),
  };
}

/** The height of all the cards. */
export function galleryHeight(layout: GalleryLayout, count: number): number {
  return 2 * around + Math.ceil(count / layout.columns) * (layout.height + gap) - gap;
}
