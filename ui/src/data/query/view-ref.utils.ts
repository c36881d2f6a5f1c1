import { FilterSyntaxError, quoteName } from './filters.utils';

/** How a table's page lays its rows out. */
export type ViewKind = 'grid' | 'board' | 'gallery' | 'calendar';

/** Which view a page shows, as the address says it: `view=board.status`, `view=calendar.due_on.week.2026-11-20`. */
export interface ViewRef {
  kind: ViewKind;
  /** The column that it rests on: lanes, pictures, days. Undefined means the table's own choice. */
  column: string | undefined;
  span: 'month' | 'week';
  /** A day of the interval that a calendar shows, as a date; undefined means today. */
  day: string | undefined;
}

export const gridView: ViewRef = { kind: 'grid', column: undefined, span: 'month', day: undefined };

const viewPattern =
  /^(grid|board|gallery|calendar)(?:\.(?:"((?:[^"\\]|\\.)*)"|([^".]+)))?(?:\.(month|week))?(?:\.(\d{4}-\d\d-\d\d))?$/;

/** Reads the value of `view`. Throws FilterSyntaxError. */
export function parseView(text: string): ViewRef {
  const match = viewPattern.exec(text);
  if (!match) throw new FilterSyntaxError(text);
  const [, kind, quoted, plain, span, day] = match;
  return {
    kind: kind as ViewKind,
    column: quoted?.replace(/\\(.)/g, '$1') ?? plain,
    span: span === 'week' ? 'week' : 'month',
    day,
  };
}

/** The value of `view`; '' for the grid, which needs none. */
export function formatView({ kind, column, span, day }: ViewRef): string {
  if (kind === 'grid') return '';
  const name = column === undefined ? [] : [quoteName(column)];
  // Without a column in front of them, a span or a day would be read as its name.
  const place = kind === 'calendar' && column !== undefined ? [span, ...(day ? [day] : [])] : [];
  return [kind, ...name, ...place].join('.');
}
