/** A part of a virtual list: a rendered line, or the height of lines that are not rendered. */
export type WindowPart = { kind: 'line'; index: number } | { kind: 'gap'; key: string; lines: number };

/** The rendered lines of a list: from `first` to before `end`. */
export interface LineRange {
  first: number;
  end: number;
}

/**
 * Returns the lines that are at or near the visible part. They change in steps of a part of the visible height, so that
 * a scroll by a few pixels changes nothing. `offset` is the distance from the list's start to the visible part's start;
 * all distances are in pixels.
 */
export function findLineRange(count: number, lineHeight: number, offset: number, height: number): LineRange {
  const perScreen = Math.max(8, Math.ceil(height / lineHeight));
  const step = Math.max(8, Math.ceil(perScreen / 2));
  const firstVisible = Math.floor(offset / lineHeight / step) * step;
  const first = Math.min(Math.max(0, firstVisible - step), Math.max(0, count - 1));
  return { first, end: Math.max(first, Math.min(count, firstVisible + perScreen + 2 * step)) };
}

/** Returns the lines of the range and the focused line, with gaps for the others. */
export function listWindowParts(count: number, range: LineRange, focusedLine: number): WindowPart[] {
  const lines: number[] = [];
  for (let index = range.first; index < range.end; index += 1) lines.push(index);
  if (focusedLine >= 0 && focusedLine < count) {
    if (focusedLine < range.first) lines.unshift(focusedLine);
    else if (focusedLine >= range.end) lines.push(focusedLine);
  }
  const parts: WindowPart[] = [];
  let next = 0;
  for (const index of lines) {
    if (index > next) parts.push({ kind: 'gap', key: `before-${index}`, lines: index - next });
    parts.push({ kind: 'line', index });
    next = index + 1;
  }
  if (count > next) parts.push({ kind: 'gap', key: 'end', lines: count - next });
  return parts;
}

/** The lines of a grid: folders, then files, each in lines of `columns`. */
export interface GridShape {
  folders: number;
  files: number;
  columns: number;
}

/**
 * Returns the index of the entry to which a navigation key leads from the entry at `index`: the folders, then the files.
 * Returns -1 if there is none, and 0 if no entry is focused. A table is a grid of files with one column.
 */
export function findNextEntry({ folders, files, columns }: GridShape, index: number, key: string): number {
  const count = folders + files;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  if (!['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key) && (!isSideways || columns === 1)) return -1;
  if (index < 0) return count > 0 ? 0 : -1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (isSideways) {
    const next = index + (key === 'ArrowRight' ? 1 : -1);
    return next < count ? next : -1;
  }
  const isFolder = index < folders;
  const [start, end] = isFolder ? [0, folders] : [folders, count];
  const column = (index - start) % columns;
  const line = Math.floor((index - start) / columns);
  const lastLine = Math.floor((end - start - 1) / columns);
  if (key === 'ArrowDown') {
    if (line < lastLine) return Math.min(index + columns, end - 1);
    return isFolder && files > 0 ? Math.min(folders + column, count - 1) : -1;
  }
  if (line > 0) return index - columns;
  if (isFolder || folders === 0) return -1;
  return Math.min(Math.floor((folders - 1) / columns) * columns + column, folders - 1);
}
