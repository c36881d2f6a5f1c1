/** Pixels: the least width of a card, the room between cards, and around them all. */
const minCardWidth = 200;
const minPhoneCardWidth = 150;
export const cardGap = 12;
export const listPadding = 14;

/** A picture's height by its width. The picture of a person is whole, as avatars are square. */
export const pictureRatio = { record: 0.72, person: 1 } as const;

/** A face's parts: padding with the title, a line, the foot. */
const titleHeight = 42;
const fieldHeight = 24;
const footHeight = 26;

export interface GalleryLayout {
  columns: number;
  /** Of a card, without the gap. */
  width: number;
  height: number;
  pictureHeight: number;
}

/** How many cards stand in a row of this width, and how large each is. All are the same: their places are computed. */
export function computeGalleryLayout(
  room: number,
  lines: number,
  hasFoot: boolean,
  ratio: number = pictureRatio.record,
): GalleryLayout {
  const inner = Math.max(0, room - 2 * listPadding);
  const least = room < 560 ? minPhoneCardWidth : minCardWidth;
  const columns = Math.max(1, Math.floor((inner + cardGap) / (least + cardGap)));
  const width = (inner - cardGap * (columns - 1)) / columns;
  const pictureHeight = Math.round(width * ratio);
  const face = titleHeight + lines * fieldHeight + (hasFoot ? footHeight : 0);
  return { columns, width, height: pictureHeight + face, pictureHeight };
}

/** Pixels of a line of cards, with the gap to the next. */
export function computeLineHeight(layout: GalleryLayout): number {
  return layout.height + cardGap;
}

/** Where a card stands: in a line of those that the list holds, at a place in it. */
export function computeCardPosition(
  layout: GalleryLayout,
  line: number,
  place: number,
): { left: number; top: number } {
  return {
    left: listPadding + place * (layout.width + cardGap),
    top: listPadding + line * computeLineHeight(layout),
  };
}
