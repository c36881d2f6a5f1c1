import { afterEach, expect, it } from 'vitest';
import { readDashboardDraft, removeDashboardDraft, storeDashboardDraft } from './dashboard-drafts';
import type { Dashboard } from './dashboards';
import type { Tile } from './tile';

const tile = (id: string): Tile => ({ id, kind: 'action', title: '', width: 'small', action: `rpc.${id}` });
const makeDashboard = (id: string, query: string) => ({ id, view: { query } }) as Dashboard;
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

it('does not replace tiles that were changed since', () => {
  storeDashboardDraft('ada', dashboard, [tile('b')]);
  expect(readDashboardDraft('ada', makeDashboard('d', '[{}]'))).toBeUndefined();
});
