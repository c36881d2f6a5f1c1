import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useInsertionEffect, useMemo, useRef, useState } from 'react';
import { type RowsView, rowKeys } from '@/data/rows/keys';
import type { Table } from '@/lib/api.gen';
import type { Counts } from '../counts/use-total';
import type { Cut } from '../cursor/cut.utils';
import { keysetOrder } from '../cursor/keyset.utils';
import { countBefore } from '../page-request';
import { type Entrance, follows, pagesToHold, type RowRange, type RunPage } from './pages.utils';
import { entranceQuery, pageQuery } from './run-pages';
import { countOf, fromCut, fromEnd, fromStart, type Run, runFor, settled, type Total } from './runs.utils';

/** A scroll over pages that aren't there asks for them only when it has come to rest, in milliseconds. */
const restBefore = 90;

/** What is loaded of a run. */
export interface Loaded {
  run: Run;
  total: Total | undefined;
  pages: ReadonlyMap<number, RunPage>;
  error: unknown;
  updatedAt: number;
  refetching: boolean;
  /** One has moved away from where the view began: what is in view now may still be on its way. */
  moved: boolean;
}

/** Where one can go at once. To a cut together with the number of rows that lie before it. */
export type Destination =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'index'; index: number }
  | { kind: 'cut'; cut: Cut; before: number };

interface Place {
  view: RowsView;
  run: Run;
  /** What is in view, in the run's numbers: they stay when more is learnt about where it lies. */
  range: RowRange;
  arrival: { index: number } | undefined;
  /** The row that was asked for by its number, until it is known where that is. */
  wanted?: number | undefined;
  moved: boolean;
  /** The total as it was found by counting up to a run and reaching the end in it. */
  counted?: Total | undefined;
}

const top: RowRange = { first: 0, last: 0 };

interface RunOptions {
  table: Table;
  view: RowsView;
  size: number;
  counts: Counts;
}

/** The run that is in view, and its pages near what is in view. */
export function useRun({ table, view, size, counts }: RunOptions) {
  const [state, setPlace] = useState<Place>(() => initial(view));
  const place = state.view === view ? state : initial(view);
  const total = counts.total?.at === place.counted?.at ? place.counted : counts.total;
  const { run, range } = place;
  const { entrance, before, missing, error } = useEntrance(table, view, run);
  const { results, held } = useHeldPages({ table, view, run, range, size, entrance });

  const learnt = total ? settled(run, results.pages.values(), total) : run;
  if (missing && total) setPlace(atEnd(place, total));
  else if (learning(place, learnt) !== state) setPlace(learning(place, learnt));
  useLocating({ table, view, run: learnt, entrance, before, setPlace });
  useLinks({ table, view, run, pages: results.pages, lead: held[0] ?? 0 });

  const { moved } = place;
  const loaded = useMemo<Loaded>(
    () => ({ ...results, run: learnt, total, moved, error: results.error ?? error }),
    [results, learnt, total, moved, error],
  );
  const moves = useMoves({
    view,
    size,
    byKey: byKey(table, view),
    place: { ...place, run: learnt },
    loaded,
    setPlace,
  });
  return { loaded, ...moves, arrival: place.arrival };
}

/** The place with what its pages show. The same object if they show nothing new. */
function learning(place: Place, run: Run): Place {
  const { sure, tail, start } = run;
  const { counted } = place;
  const rows = sure && tail ? start + tail.at : undefined;
  if (rows === undefined || !tail || (counted?.rows === rows && counted.at === tail.total.at)) {
    if (run === place.run) return place;
    // Where rows turned up past the end, so many were not all.
    const overtaken = place.run.tail !== undefined && !tail;
    return { ...place, run, counted: overtaken ? undefined : counted };
  }
  return { ...place, run, counted: { rows, exact: true, at: tail.total.at } };
}

/** Whether rows can be found by key in this order. */
function byKey(table: Table, view: RowsView): boolean {
  return keysetOrder(table, view.order) !== undefined;
}

/** There were fewer rows than thought. */
function atEnd(place: Place, total: Total): Place {
  return { ...place, run: fromEnd(total.rows, total), range: { first: -1, last: -1 } };
}

const entrances = {
  start: { cut: undefined, forwards: true },
  end: { cut: undefined, forwards: false },
};

function useEntrance(table: Table, view: RowsView, run: Run) {
  const sought = useQuery(entranceQuery(table, view, run));
  const { origin } = run;
  const entrance = useMemo<Entrance | undefined>(() => {
    if (origin.kind === 'share') return sought.data?.entrance;
    return origin.kind === 'cut' ? { cut: origin.cut, forwards: true } : entrances[origin.kind];
  }, [origin, sought.data]);
  return {
    entrance,
    before: sought.data?.before,
    missing: origin.kind === 'share' && sought.data !== undefined && !entrance,
    error: sought.error,
  };
}

function initial(view: RowsView): Place {
  return { view, run: fromStart, range: top, arrival: undefined, moved: false };
}

type SetPlace = (change: Place | ((before: Place) => Place)) => void;

interface HeldOptions {
  table: Table;
  view: RowsView;
  run: Run;
  range: RowRange;
  size: number;
  entrance: Entrance | undefined;
}

function useHeldPages({ table, view, run, range, size, entrance }: HeldOptions) {
  const client = useQueryClient();
  const { head } = run;
  const tail = run.tail?.at;
  const held = useMemo(() => pagesToHold(range, { size, head, tail }), [range, size, head, tail]);
  const lead = held[0] ?? 0;
  const combine = useCallback(
    (results: { data?: RunPage; error: unknown; dataUpdatedAt: number; isRefetching: boolean }[]) => ({
      pages: new Map(results.flatMap(({ data }, i) => (data ? [[held[i] ?? 0, data] as const] : []))),
      error: results.find(({ error }) => error)?.error ?? null,
      updatedAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0)),
      refetching: results.some(({ isRefetching }) => isRefetching),
    }),
    [held],
  );
  const queries = held.map((index) => ({
    ...pageQuery({ client, table, view, run, entrance: entrance ?? nowhere, index, size, lead }),
    enabled: entrance !== undefined,
  }));
  return { results: useQueries({ queries, combine }), held };
}

const nowhere: Entrance = { cut: undefined, forwards: true };

/** Counts what lies before a run, in the background, and gives up on it when it takes too long, in milliseconds. */
const longestCount = 10_000;

interface LocatingOptions {
  table: Table;
  view: RowsView;
  run: Run;
  entrance: Entrance | undefined;
  /** How many rows lie before the entrance, if the search has counted them already. */
  before: number | undefined;
  setPlace: SetPlace;
}

function useLocating({ table, view, run, entrance, before, setPlace }: LocatingOptions) {
  const { id, sure } = run;
  useEffect(() => {
    // The start's place needs no counting; only what came before it since then can be unknown.
    if (sure || !entrance || entrance === entrances.start) return;
    const locate = (start: number) =>
      setPlace((place) => (place.view === view && place.run.id === id ? located(place, start) : place));
    if (before !== undefined) return locate(before);
    const counting = new AbortController();
    const timer = setTimeout(() => counting.abort(), longestCount);
    // Uncounted, the place stays marked as a guess, until an end of the table is reached.
    countBefore(table, view, entrance.cut, 'exact', counting.signal).then(locate, () => undefined);
    return () => {
      clearTimeout(timer);
      counting.abort();
    };
  }, [table, view, id, sure, entrance, before, setPlace]);
}

/** Now that the place is known, a row that was asked for by number is gone to, if it isn't in view. */
function located(place: Place, start: number): Place {
  const { wanted, range } = place;
  const run = { ...place.run, start, sure: true };
  if (wanted === undefined || wanted - start === range.first) return { ...place, run, wanted: undefined };
  const at = wanted - start;
  return { ...place, run, range: { first: at, last: at }, arrival: { index: wanted }, wanted: undefined };
}

interface LinkOptions {
  table: Table;
  view: RowsView;
  run: Run;
  pages: ReadonlyMap<number, RunPage>;
  lead: number;
}

/**
 * A page that was kept from before may not go on where its neighbour now ends:
 * rows came or went between them. The one further from the lead is fetched anew.
 */
function useLinks({ table, view, run, pages, lead }: LinkOptions) {
  const client = useQueryClient();
  useEffect(() => {
    for (const [index, page] of pages) {
      const next = pages.get(index + 1);
      if (!next || follows(page, next)) continue;
      const queryKey = rowKeys.page(table, view, index >= lead ? index + 1 : index, run.id);
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    }
  }, [client, table, view, run.id, pages, lead]);
}

interface MoveOptions {
  view: RowsView;
  size: number;
  byKey: boolean;
  place: Place;
  loaded: Loaded;
  setPlace: SetPlace;
}

/** What moves the view: scrolling, once it rests or reaches a page next to the ones held, and going somewhere. */
function useMoves({ view, size, byKey, place, loaded, setPlace }: MoveOptions) {
  const latest = useRef({ place, loaded });
  // Before layout effects: one of them scrolls when rows turn out to lie elsewhere, and that tells of it here.
  useInsertionEffect(() => {
    latest.current = { place, loaded };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was told for the view before must not be applied to this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer belongs to a view
  useEffect(() => () => clearTimeout(timer.current), [view]);

  const show = useCallback(
    (next: RowRange) => {
      clearTimeout(timer.current);
      const { run, range } = latest.current.place;
      const pageOf = (row: number) => Math.floor((row - run.start) / size);
      const moved = Math.abs(pageOf(next.first) - Math.floor(range.first / size));
      const grown = pageOf(next.last) !== Math.floor(range.last / size);
      if (moved === 0 && !grown) return;
      const apply = () => {
        const { place: seen, loaded: known } = latest.current;
        // What was learnt since the last render is kept.
        setPlace((state) => {
          const here = state.view === view ? state : seen;
          return here.view === view ? movedTo(here, known, next, { size, byKey }) : state;
        });
      };
      if (moved <= 1) apply();
      else timer.current = setTimeout(apply, restBefore);
    },
    [view, size, byKey, setPlace],
  );
  const go = useCallback(
    (to: Destination) => {
      clearTimeout(timer.current);
      const { place: here, loaded: known } = latest.current;
      if (known.total) setPlace(goneTo(here, known, to, { size, byKey }));
    },
    [size, byKey, setPlace],
  );
  const stay = useCallback(
    () => setPlace((here) => (here.wanted === undefined ? here : { ...here, wanted: undefined })),
    [setPlace],
  );
  return { show, go, stay };
}

function movedTo(
  place: Place,
  { total, pages }: Loaded,
  next: RowRange,
  { size, byKey }: Pick<MoveOptions, 'size' | 'byKey'>,
): Place {
  const count = total && countOf(place.run, pages.values(), total);
  const run = count ? runFor(place, next, { total, count, size, byKey }) : place.run;
  const range = { first: next.first - run.start, last: next.last - run.start };
  return { ...place, run, range, moved: place.moved || run.id !== place.run.id, wanted: undefined };
}

function goneTo(
  place: Place,
  { total, pages }: Loaded,
  to: Destination,
  { size, byKey }: Pick<MoveOptions, 'size' | 'byKey'>,
): Place {
  if (!total) return place;
  const count = countOf(place.run, pages.values(), total);
  const other = (entered: Run) => (byKey && entered.id !== place.run.id ? entered : place.run);
  let run = place.run;
  let index = 0;
  if (to.kind === 'start') run = other(fromStart);
  else if (to.kind === 'end') {
    run = other(fromEnd(count.count, total));
    index = count.count - 1;
  } else if (to.kind === 'cut') {
    run = other(fromCut(to.cut, to.before));
    index = run.start;
  } else {
    index = Math.max(0, Math.min(to.index, count.count - 1));
    run = runFor(place, { first: index, last: index }, { total, count, size, byKey });
  }
  const wanted = to.kind === 'index' && !run.sure ? index : undefined;
  const at = index - run.start;
  return { ...place, run, range: { first: at, last: at }, arrival: { index }, wanted, moved: true };
}
