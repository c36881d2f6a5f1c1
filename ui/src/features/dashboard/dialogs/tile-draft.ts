import { checkChart, createDefaultChart } from '@/data/charts/chart-defaults';
import type { ChartSpec } from '@/data/charts/chart-spec';
import type { Tile } from '@/data/dashboards/tile';
import {
  emptyTablePageState,
  formatTablePageState,
  parseTablePageState,
} from '@/data/query/page-state/table-page-state';
import { gridView } from '@/data/query/page-state/view-ref.utils';
import type { Relation } from '@/data/relations/references';
import type { SavedView } from '@/data/saved-views/saved-views.utils';
import type { Table } from '@/lib/api.gen';
import { createId } from '@/lib/text/create-id';

/** The kinds of tiles that the dialog can add. */
export const tileKinds = ['chart', 'number', 'list', 'action'] as const;
export type TileKind = (typeof tileKinds)[number];

/** Creates the chart of a new tile from the view's chart, or from the default of the table. A tile of kind `number` shows it as one number. */
export function createTileChart(
  table: Table,
  view: SavedView | undefined,
  kind: TileKind,
  relations: ReadonlyMap<string, Relation>,
): ChartSpec | undefined {
  const saved = view && parseTablePageState(view.query).chart;
  const spec = saved ?? createDefaultChart(table, relations);
  if (!spec) return undefined;
  if (kind === 'number')
    return checkChart(table, { ...spec, type: 'number', by: undefined, split: undefined });
  return checkChart(table, spec);
}

/** Returns a tile of a table's rows: those of a saved view, or all of them. A tile of a view has its name. */
export function createRowsTile(
  table: Table,
  kind: Exclude<TileKind, 'action'>,
  view: SavedView | undefined,
  spec: ChartSpec | undefined,
): Tile {
  const state = view ? parseTablePageState(view.query) : emptyTablePageState;
  const isChart = kind !== 'list' && spec !== undefined;
  const query = formatTablePageState({
    ...state,
    view: isChart ? { ...gridView, kind: 'chart' } : state.view.kind === 'chart' ? gridView : state.view,
    chart: isChart ? spec : undefined,
  });
  return {
    id: createId(),
    kind: isChart ? 'chart' : 'list',
    title: kind === 'list' && view ? view.name : '',
    width: kind === 'number' ? 'small' : 'medium',
    schema: table.schema,
    table: table.name,
    query,
  };
}

/** Returns the tile of a table's page: its chart, otherwise a list of its records. */
export function createPageTile(table: Table, query: string, title: string): Tile {
  const { view, chart } = parseTablePageState(query);
  const isChart = view.kind === 'chart';
  return {
    id: createId(),
    kind: isChart ? 'chart' : 'list',
    title,
    width: chart?.type === 'number' ? 'small' : 'medium',
    schema: table.schema,
    table: table.name,
    query,
  };
}

/** Returns the tile of an action. */
export function createActionTile(action: string): Tile {
  return { id: createId(), kind: 'action', title: '', width: 'small', action };
}
