/** Minimum width of a card, in pixels. */
const minCardWidth = 200;
const minPhoneCardWidth = 150;

/** The gap between cards, in pixels. */
export const cardGap = 12;

/** The padding around all cards, in pixels. */
export const listPadding = 14;

/** The height of a picture divided by its width. Pictures of people are square, like avatars. */
export const pictureRatio = { record: 0.72, person: 1 } as const;

/** Heights of the parts below the picture, in pixels: padding with the title, a field, the footer. */
const titleHeight = 42;
const titleLineHeight = 20;
const fieldHeight = 24;
const footerHeight = 26;

/** The size of the cards, in pixels. All cards have the same size, so their positions can be computed. */
export interface GalleryLayout {
  /** The number of cards in a line. */
  columns: number;
  /** Of a card, without the gap. */
  width: number;
  height: number;
  pictureHeight: number;
  /** Maximum number of lines of a title: two on a phone, where a line has few words. */
  titleLines: 1 | 2;
}

/** Computes how many cards fit in a line of this width, and their size. */
export function computeGalleryLayout(
  availableWidth: number,
  fieldCount: number,
  hasFooter: boolean,
  ratio: number = pictureRatio.record,
): GalleryLayout {
  const innerWidth = Math.max(0, availableWidth - 2 * listPadding);
  const isPhone = availableWidth < 560;
  const minWidth = isPhone ? minPhoneCardWidth : minCardWidth;
  const titleLines = isPhone ? 2 : 1;
  const columns = Math.max(1, Math.floor((innerWidth + cardGap) / (minWidth + cardGap)));
  const width = (innerWidth - cardGap * (columns - 1)) / columns;
  const pictureHeight = Math.round(width * ratio);
  const textHeight =
    titleHeight +
    (titleLines - 1) * titleLineHeight +
    fieldCount * fieldHeight +
    (hasFooter ? footerHeight : 0);
  return { columns, width, height: pictureHeight + textHeight, pictureHeight, titleLines };
}

/** Returns the height of a line of cards with the gap below it, in pixels. */
export function computeLineHeight(layout: GalleryLayout): number {
  return layout.height + cardGap;
}

/** Returns the position of a card in the list, in pixels, by its line and its index in the line. */
export function computeCardPosition(
  layout: GalleryLayout,
  line: number,
  column: number,
): { left: number; top: number } {
  return {
    left: listPadding + column * (layout.width + cardGap),
    top: listPadding + line * computeLineHeight(layout),
  };
}
