import { quoteName } from '../filters/filters.utils';
import { FilterSyntaxError } from '../filters/parse-filter';

/** The kinds of views of a table. */
export type ViewKind = 'grid' | 'board' | 'gallery' | 'calendar' | 'chart';

/** The view in a page's URL: `view=board.status`, `view=calendar.due_on.week.2026-11-20`. */
export interface ViewRef {
  kind: ViewKind;
  /** The column of the lanes, pictures or dates; undefined for the table's default. */
  column: string | undefined;
  /** The interval of a calendar. */
  period: 'month' | 'week';
  /** A day of a calendar's interval, like '2026-11-20'; undefined for today. */
  day: string | undefined;
  /** Whether the URL names the grid, although it is the default: a report opens as a chart otherwise. */
  isExplicitGrid?: boolean;
}

export const gridView: ViewRef = { kind: 'grid', column: undefined, period: 'month', day: undefined };

const viewPattern =
  /^(grid|board|gallery|calendar|chart)(?:\.(?:"((?:[^"\\]|\\.)*)"|([^".]+)))?(?:\.(month|week))?(?:\.(\d{4}-\d\d-\d\d))?$/;

/** Parses the value of `view`. Throws FilterSyntaxError. */
export function parseView(text: string): ViewRef {
  const match = viewPattern.exec(text);
  if (!match) throw new FilterSyntaxError(text);
  const [, kind, quoted, plain, period, day] = match;
  return {
    kind: kind as ViewKind,
    column: quoted?.replace(/\\(.)/g, '$1') ?? plain,
    period: period === 'week' ? 'week' : 'month',
    day,
    ...(kind === 'grid' ? { isExplicitGrid: true } : {}),
  };
}

/** Formats the value of `view`; '' for the grid, unless the URL must name it. */
export function formatView({ kind, column, period, day, isExplicitGrid }: ViewRef): string {
  if (kind === 'grid') return isExplicitGrid ? 'grid' : '';
  const name = column === undefined ? [] : [quoteName(column)];
  // Without a column before them, a period or a day would be parsed as the column's name.
  const interval = kind === 'calendar' && column !== undefined ? [period, ...(day ? [day] : [])] : [];
  return [kind, ...name, ...interval].join('.');
}
