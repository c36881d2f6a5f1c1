import { useMemo, useState } from 'react';
import { buildScheduleChanges, getEventSpan } from '@/data/layouts/calendar-events';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import { formatDay, minutesPerDay } from '@/data/layouts/calendar-times';
import type { ViewRef } from '@/data/query/page-state/view-ref.utils';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { isInsertable } from '@/data/writes/batches/guards.utils';
import { useZone } from '@/lib/browser/zone/use-zone';
import { useTable } from '@/table/table-context';
import type { CalendarViewProps } from '../calendar-view';
import {
  addIntervals,
  clampDay,
  defaultStartMinute,
  formatIntervalTitle,
  getFirstWeekday,
  getInterval,
  resolveVisibleDay,
} from '../drag/interval.utils';
import { type CalendarEvent, compareEvents } from '../event-layout';
import { getEventKey } from '../events/event-item';
import { useCalendar } from '../use-calendar';
import { useNow } from '../use-now';
import { useCalendarRows } from './use-calendar-rows';

/** Returns the visible days, their events, and the functions that navigate. */
export function useCalendarPage(props: CalendarViewProps & { source: CalendarSource }) {
  const { source, column, rowsView, state, change } = props;
  const { table } = useTable();
  const zone = useZone();
  const first = useMemo(() => getFirstWeekday(), []);
  const now = useNow(zone);
  const today = Math.floor(now / minutesPerDay);
  const { period } = state.view;
  const day = resolveVisibleDay(state.view, today);
  const { from, to } = getInterval(period, day, first);
  const days = useMemo(() => ({ from, to }), [from, to]);
  const adjacentIntervals = useMemo(
    () =>
      [1, -1].map((by) =>
        getInterval(period, addIntervals(period, from + 10 - (period === 'week' ? 7 : 0), by), first),
      ),
    [period, from, first],
  );
  // The direction of the last navigation, for the animation of the days.
  const [direction, setDirection] = useState(0);
  const [undatedOpen, setUndatedOpen] = useState(false);
  const [start, setStart] = useState<EnteredFields>();
  const data = useCalendarRows({ source, rowsView, days, adjacentIntervals, zone });

  const updateView = (next: Partial<ViewRef>, replace = false) =>
    change({ view: { ...state.view, column: column.name, ...next } }, { replace });
  const goTo = (to: number) => {
    const next = clampDay(to);
    if (next < days.from || next >= days.to || (period === 'month' && next !== day))
      setDirection(Math.sign(next - day));
    updateView({ day: formatDay(next) }, next >= days.from && next < days.to);
  };
  const navigateBy = (by: number) => {
    setDirection(by);
    updateView({ day: formatDay(addIntervals(period, day, by)) });
  };
  const calendar = useCalendar({ source, zone, navigateBy, goTo, notify: props.notify });

  const { moves, dragged } = calendar;
  const preview = dragged && calendar.computeChanges(dragged);
  const previewed = dragged && preview && { ...dragged.row, ...preview };
  const events = useMemo(() => {
    const rows = new Map((data.rows ?? []).map((row, i) => [getEventKey(table, row, i), row]));
    for (const [key, { row }] of moves) if (!rows.has(key)) rows.set(key, row);
    return [...rows].flatMap(([key, row]): CalendarEvent[] => {
      const moved: Row = { ...row, ...moves.get(key)?.changes };
      const found = getEventSpan(source, moved, zone);
      return found ? [{ key, row: moved, span: found }] : [];
    });
  }, [data.rows, moves, table, source, zone]);
  // A dragged event also has a preview at its drop position; the overlay shows the event itself.
  const visibleEvents = useMemo(() => {
    const span = previewed && getEventSpan(source, previewed, zone);
    if (!dragged || !previewed || !span) return events;
    const landing = { key: dragged.key, row: previewed, span, preview: true };
    const live = dragged.inputDevice === 'keyboard' || dragged.part !== 'all';
    if (live) return [...events.filter(({ key }) => key !== dragged.key), landing];
    return source.grain === 'date' ? events : [...events, { ...landing, key: `${dragged.key}-preview` }];
  }, [events, dragged, previewed, source, zone]);
  const ordered = useMemo(() => events.toSorted(compareEvents).map(({ row }) => row), [events]);

  const settable = isInsertable(source.column) && props.onCreate !== undefined;
  const create = (on: number, minute?: number) => {
    const at = on * minutesPerDay + (source.grain === 'date' ? 0 : (minute ?? defaultStartMinute));
    const value = buildScheduleChanges(source, at, zone)[column.name] ?? null;
    setStart({ [column.name]: toEnteredValue(source.column, value) });
    change({ record: 'new', copy: undefined });
  };
  return {
    ...{ zone, today, now, period, day, days, direction, data, events: visibleEvents },
    title: formatIntervalTitle(period, day, days, props.narrow),
    state: calendar,
    landing: previewed && getEventSpan(source, previewed, zone),
    start: state.record === 'new' ? start : undefined,
    sequence: {
      rowAt: (index: number) => ordered[index],
      findIndex: (matches: (row: Row) => boolean) => ordered.findIndex(matches),
    },
    ...{ goTo, navigateBy, undatedOpen },
    setPeriod: (next: ViewRef['period']) => updateView({ period: next, day: formatDay(day) }),
    toggleUndated: () => setUndatedOpen(!undatedOpen),
    create: settable ? create : undefined,
  };
}

export type CalendarPageState = ReturnType<typeof useCalendarPage>;
