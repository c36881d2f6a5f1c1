import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ChangeSession } from '@/data/writes/history/change-session';
import { MemoryOutboxStore } from '@/data/writes/outbox/outbox-store';
import { ExternalStore } from '@/lib/external-store';
import { renderCellValue } from '@/table/cells/values/cell-value';
import { BlockSelection } from '@/table/selection/block-selection';
import { RowSelection } from '@/table/selection/row-selection';
import { TableContext, type TableContextValue } from '@/table/table-context';
import { renderApp } from '@/testing/render-app';
import { ColumnHeader } from './columns/column-header';
import { RowsGrid } from './rows-grid';

vi.mock('@/table/cells/values/cell-value', () => ({
  renderCellValue: vi.fn(({ value }: { value: unknown }) => String(value)),
}));

vi.mock('./columns/column-header', async (importActual) => {
  const { ColumnHeader } = await importActual<typeof import('./columns/column-header')>();
  return { ColumnHeader: vi.fn(ColumnHeader) };
});

const columns = ['id', 'status', 'note', 'city'].map((name) => makeColumn(name, 'text'));
const table = makeTable('orders', columns);
const noRelations = new Map();
const noneChosen = new Set<string>();
const noOrder: [] = [];
const view = { filters: [], order: [], columns: columns.map(({ name }) => name) };
const segment = {};

function makeRows(count: number): Row[] {
  return Array.from({ length: count }, (_, i) => ({ id: `${i}`, status: 'draft', note: 'x', city: 'y' }));
}

/** Returns the rows as the pages of a table of 100 rows. */
function makePages(rows: readonly Row[]): PagedRows {
  const noop = () => {};
  return {
    length: 100,
    rowAt: (index) => rows[index],
    findIndex: (matches) => rows.findIndex(matches),
    loadedRows: () => rows.entries(),
    setVisibleRange: noop,
    version: {},
    origin: { segment, offset: 0 },
    count: { count: 100, exact: true },
    isPositionKnown: true,
    goTo: noop,
    cancelPendingJump: noop,
    scrollTarget: undefined,
    error: null,
    isStale: false,
    updatedAt: 0,
    isRefetching: false,
    refetch: noop,
    countExactly: noop,
    stopCounting: noop,
    isCounting: false,
    held: undefined,
  };
}

class LoadedRows extends ExternalStore<readonly Row[]> {
  show(rows: readonly Row[]) {
    this.setSnapshot(rows);
  }
}

/** The grid with some loaded rows. The handlers are new functions in each render, as in GridView. */
function Grid({ loaded }: { loaded: LoadedRows }) {
  const rows = useSyncExternalStore(loaded.subscribe, loaded.snapshot);
  return (
    <RowsGrid
      {...{ columns, view, pinned: noneChosen, relations: noRelations, order: noOrder }}
      {...{
        widths: {},
        rowSize: 'normal',
        wraps: true,
        hasSummary: false,
        groupedBy: undefined,
        openKey: undefined,
      }}
      pages={makePages(rows)}
      onOrderChange={() => {}}
      onWidthsChange={() => {}}
      onMoveColumn={() => {}}
      onColumnAction={() => {}}
      onEntered={() => {}}
      onActiveRow={() => {}}
      onDuplicate={undefined}
      onDelete={undefined}
    />
  );
}

function setUp(rows: readonly Row[]) {
  // A save waits until the test ends.
  const session = new ChangeSession({
    client: new QueryClient(),
    scope: 'test',
    findTable: () => table,
    openStore: async () => new MemoryOutboxStore(),
    write: () => new Promise(() => {}),
  });
  const edits = session.edits(table);
  const subscribe = vi.spyOn(edits, 'subscribe');
  const context: TableContextValue = {
    ...{ table, edits, selection: new RowSelection(), block: new BlockSelection() },
    ...{ openRecord: () => {}, showLockReason: () => {} },
  };
  const loaded = new LoadedRows(rows);
  renderApp(
    <TableContext value={context}>
      <Grid loaded={loaded} />
    </TableContext>,
  );
  return { edits, subscribe, show: (shown: readonly Row[]) => act(() => loaded.show(shown)) };
}

/** Returns the values that cells rendered since the last call. */
function takeRenderedValues(): unknown[] {
  const values = vi.mocked(renderCellValue).mock.calls.map(([{ value }]) => value);
  vi.mocked(renderCellValue).mockClear();
  return values;
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.mocked(renderCellValue).mockClear();
});

test('a row subscribes to its edits once, and not once per cell', () => {
  const { subscribe } = setUp(makeRows(100));
  const rowCount = screen.getAllByRole('row').length - 1;
  expect(rowCount).toBeGreaterThan(9);
  // The row's own subscription; the grid has one for the classes of rows.
  expect(subscribe.mock.calls.length).toBeLessThanOrEqual(rowCount + 2);
});

test('a loaded page of rows renders the cells of its rows only, and no headers', () => {
  const rows = makeRows(100);
  const { show } = setUp(rows.slice(0, 5));
  expect(takeRenderedValues()).toContain('0');
  vi.mocked(ColumnHeader).mockClear();
  show(rows.slice(0, 6));
  expect(takeRenderedValues()).toEqual(['5', 'draft', 'x', 'y']);
  expect(ColumnHeader).not.toHaveBeenCalled();
});

test('an edit renders the cells of its row only', async () => {
  const rows = makeRows(100);
  const { edits } = setUp(rows);
  takeRenderedValues();
  await act(async () => void edits.save(rows[3] as Row, { status: 'sent' }));
  const values = takeRenderedValues();
  expect(values).toContain('sent');
  expect(values.filter((value) => typeof value === 'string' && /^\d+$/.test(value))).toEqual(
    values.filter((value) => value === '3'),
  );
});

test('a cell has a tooltip while the pointer is on it', () => {
  setUp(makeRows(100));
  const [first, second] = screen.getAllByRole('gridcell', { name: 'draft' }) as [HTMLElement, HTMLElement];
  fireEvent.pointerOver(first);
  expect(first.title).toBe('draft');
  fireEvent.pointerOver(second);
  expect(first.title).toBe('');
  expect(second.title).toBe('draft');
});
