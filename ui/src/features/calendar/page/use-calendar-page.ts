import { useMemo, useState } from 'react';
import { buildScheduleChanges } from '@/data/layouts/calendar-events';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import { formatDay, minutesPerDay } from '@/data/layouts/calendar-times';
import type { ViewRef } from '@/data/query/page-state/view-ref.utils';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { getFirstWeekday } from '@/data/values/dates/week';
import { isInsertable } from '@/data/writes/batches/guards.utils';
import { useZone } from '@/lib/browser/zone/use-zone';
import type { CalendarViewProps } from '../calendar-view';
import {
  addIntervals,
  clampDay,
  defaultStartMinute,
  formatIntervalTitle,
  getInterval,
  resolveVisibleDay,
} from '../drag/interval.utils';
import { compareEvents } from '../event-layout';
import { useCalendar } from '../use-calendar';
import { useNow } from '../use-now';
import { useCalendarRows } from './use-calendar-rows';
import { useVisibleEvents } from './use-visible-events';

type SourcedViewProps = CalendarViewProps & { source: CalendarSource };

/** Returns the visible days, their events, and the functions that navigate. */
export function useCalendarPage(props: SourcedViewProps) {
  const { source, column, rowsView, state, change } = props;
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

  const { events, visibleEvents, landing } = useVisibleEvents(data.rows, calendar, source, zone);
  const ordered = useMemo(() => events.toSorted(compareEvents).map(({ row }) => row), [events]);

  const { create, start } = useEventCreation(props, zone);
  return {
    ...{ zone, today, now, period, day, days, direction, data, events: visibleEvents },
    title: formatIntervalTitle(period, day, days, props.narrow),
    state: calendar,
    landing,
    sequence: {
      rowAt: (index: number) => ordered[index],
      findIndex: (matches: (row: Row) => boolean) => ordered.findIndex(matches),
    },
    ...{ goTo, navigateBy, create, start, undatedOpen },
    setPeriod: (next: ViewRef['period']) => updateView({ period: next, day: formatDay(day) }),
    toggleUndated: () => setUndatedOpen(!undatedOpen),
  };
}

/** Returns the function that creates a record on a day, and the fields with which its form starts. */
function useEventCreation({ source, column, state, change, onCreate }: SourcedViewProps, zone: string) {
  const [start, setStart] = useState<EnteredFields>();
  const create = (day: number, minute?: number) => {
    const at = day * minutesPerDay + (source.grain === 'date' ? 0 : (minute ?? defaultStartMinute));
    const value = buildScheduleChanges(source, at, zone)[column.name] ?? null;
    setStart({ [column.name]: toEnteredValue(source.column, value) });
    change({ record: 'new', copy: undefined });
  };
  return {
    create: isInsertable(source.column) && onCreate ? create : undefined,
    start: state.record === 'new' ? start : undefined,
  };
}

export type CalendarPageState = ReturnType<typeof useCalendarPage>;
