import { afterEach, expect, it } from 'vitest';
import { readDashboardDraft, removeDashboardDraft, storeDashboardDraft } from './dashboard-drafts';
import type { Dashboard } from './dashboards';
import { formatTiles, parseTiles, type Tile } from './tile';

const tile = (id: string): Tile => ({ id, kind: 'action', title: '', width: 'small', action: `rpc.${id}` });
function makeDashboard(id: string, query: string): Dashboard {
  const table = { schema: 'public', table: 'tableside_views' };
  const view = { ...table, id, name: '', query, shared: false, roles: null, isOwn: true, row: undefined };
  return { id, name: '', tiles: parseTiles(query), isOwn: true, view };
}
const dashboard = makeDashboard('d', '[]');

afterEach(() => localStorage.clear());

it('stores the changed tiles of a dashboard per user', () => {
  const tiles = [tile('b'), tile('a')];
  expect(storeDashboardDraft('ada', dashboard, tiles)).toBe(true);
  expect(readDashboardDraft('ada', dashboard)).toEqual(tiles);
  expect(readDashboardDraft('signe', dashboard)).toBeUndefined();
  expect(readDashboardDraft('ada', makeDashboard('e', '[]'))).toBeUndefined();
  removeDashboardDraft('ada', dashboard);
  expect(readDashboardDraft('ada', dashboard)).toBeUndefined();
});

it('does not replace tiles that were saved elsewhere since', () => {
  storeDashboardDraft('ada', dashboard, [tile('b')]);
  const saved = makeDashboard('d', formatTiles([tile('c')]));
  expect(readDashboardDraft('ada', saved)).toEqual([tile('c'), tile('b')]);
});
