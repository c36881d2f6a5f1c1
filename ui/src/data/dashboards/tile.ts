/** The widths of a tile, from a quarter of the dashboard to all of it. */
export const tileWidths = ['small', 'medium', 'large', 'full'] as const;
export type TileWidth = (typeof tileWidths)[number];

interface TileFrame {
  /** Unique in its dashboard. */
  id: string;
  /** The name that the user gave it; '' for a name that describes the content. */
  title: string;
  width: TileWidth;
}

/** A tile that shows a chart, a number or a list of a table's rows. */
export interface RowsTile extends TileFrame {
  kind: 'chart' | 'list';
  schema: string;
  table: string;
  /** The query string of the table's page: its filters, order, columns and chart. */
  query: string;
}

/** A tile that starts an action. */
export interface ActionTile extends TileFrame {
  kind: 'action';
  /** The id of the action. */
  action: string;
}

/** A part of a dashboard. A number is a chart of the type `number`. */
export type Tile = RowsTile | ActionTile;

/** Maximum number of tiles of a dashboard. */
export const maxTiles = 40;

/**
 * Parses the tiles of a dashboard. Leaves out invalid tiles, because another user or another version of this app can
 * have written them.
 */
export function parseTiles(text: string): Tile[] {
  try {
    const stored: unknown = JSON.parse(text);
    if (!Array.isArray(stored)) return [];
    const ids = new Set<string>();
    return stored.flatMap(parseTile).filter(({ id }) => !ids.has(id) && ids.add(id));
  } catch {
    return [];
  }
}

/** Returns the stored tile as a list of one; an empty list if it is not valid. An invalid width becomes medium. */
function parseTile(stored: unknown): Tile[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const fields = stored as Record<string, unknown>;
  const { id, kind, width, schema, table, query, action } = fields;
  const title = typeof fields.title === 'string' ? fields.title : '';
  if (typeof id !== 'string' || id === '') return [];
  const frame = { id, title, width: tileWidths.find((each) => each === width) ?? 'medium' };
  if (kind === 'action') return typeof action === 'string' ? [{ ...frame, kind, action }] : [];
  if (kind !== 'chart' && kind !== 'list') return [];
  if (typeof schema !== 'string' || typeof table !== 'string') return [];
  return [{ ...frame, kind, schema, table, query: typeof query === 'string' ? query : '' }];
}

/**
 * Formats the tiles of a dashboard as JSON without white space, which the table of saved views does not accept in a
 * query.
 */
export function formatTiles(tiles: readonly Tile[]): string {
  const text = JSON.stringify(tiles.map(({ title, ...rest }) => (title === '' ? rest : { ...rest, title })));
  return text.replace(/[\s\p{Cc}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the tiles with one of them at another position; the same tiles if there is no such position. */
export function moveTile(tiles: readonly Tile[], id: string, index: number): readonly Tile[] {
  const from = tiles.findIndex((tile) => tile.id === id);
  const moved = tiles[from];
  if (!moved || index === from || index < 0 || index >= tiles.length) return tiles;
  return tiles.toSpliced(from, 1).toSpliced(index, 0, moved);
}
