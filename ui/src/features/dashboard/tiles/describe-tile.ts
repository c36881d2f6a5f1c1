import { findAction } from '@/data/actions/offers/offers';
import { checkChart, createDefaultChart } from '@/data/charts/chart-defaults';
import type { ChartSpec } from '@/data/charts/chart-spec';
import type { RowsTile, Tile } from '@/data/dashboards/tile';
import { addLookups, listLookupNames } from '@/data/query/lookups/lookup-columns';
import { parseTablePageState, type TablePageState } from '@/data/query/page-state/table-page-state';
import { findRelation, type Relation } from '@/data/relations/references';
import { formatViewHref } from '@/data/saved-views/saved-views.utils';
import type { Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { describeChart } from '@/table/charts/use-chart-model';
import { dashboardMessages } from '../dashboard-messages';

/** The content of a tile of rows that the user's schema allows. */
export interface TileSource {
  /** The table, with the lookups of the tile's filters. */
  table: Table;
  state: TablePageState;
  /** The chart; undefined for a list, and for a table without readable columns. */
  spec: ChartSpec | undefined;
}

/** Returns what a tile shows; undefined if the user can't read its table. */
export function findTileSource(schema: Schema, tile: RowsTile): TileSource | undefined {
  const found = findTable(schema, tile.schema, tile.table);
  if (!found?.privileges.select) return undefined;
  const state = parseTablePageState(tile.query);
  const table = addLookups(schema, found, listLookupNames(state));
  if (tile.kind === 'list') return { table, state, spec: undefined };
  const chart = state.chart ?? createDefaultChart(table, listRelations(schema, table));
  return { table, state, spec: chart && checkChart(table, chart) };
}

/** Returns the relations of a table's columns by column name. */
function listRelations(schema: Schema, table: Table): ReadonlyMap<string, Relation> {
  return new Map(
    table.columns.flatMap(({ name }) => {
      const relation = findRelation(schema, table, name);
      return relation ? [[name, relation] as const] : [];
    }),
  );
}

/** Returns the title of a tile: the name that the user gave it, or a description of its content. */
export function describeTile(schema: Schema, tile: Tile): string {
  if (tile.title !== '') return tile.title;
  if (tile.kind === 'action')
    return findAction(schema, tile.action)?.title ?? dashboardMessages.tile.unknownAction;
  const source = findTileSource(schema, tile);
  if (!source) return findTable(schema, tile.schema, tile.table)?.title ?? tile.table;
  return source.spec ? describeChart(source.table, source.spec).title : source.table.title;
}

/** Returns the shape of a tile's content, which determines how much space is reserved for it. */
export function getTileShape(tile: Tile): 'action' | 'list' | 'number' | 'chart' {
  if (tile.kind !== 'chart') return tile.kind;
  return parseTablePageState(tile.query).chart?.type === 'number' ? 'number' : 'chart';
}

/** Returns the link to the page of a tile's rows or action; undefined if the user can't open it. */
export function getTileHref(schema: Schema, tile: Tile): string | undefined {
  if (tile.kind === 'action') return findAction(schema, tile.action) ? hrefs.action(tile.action) : undefined;
  return findTable(schema, tile.schema, tile.table)?.privileges.select ? formatViewHref(tile) : undefined;
}
