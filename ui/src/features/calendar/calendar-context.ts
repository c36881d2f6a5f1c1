import { createContext, type KeyboardEvent, type PointerEvent, use } from 'react';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import type { EventDragState } from './event-drag-state';

/** The values that all events and days share. They stay the same during a drag, so that no event renders again. */
export interface CalendarContextValue {
  source: CalendarSource;
  zone: string;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  /** The enum column that gives events their color. */
  colorColumn: Column | undefined;
  /** Whether events can be moved. */
  movable: boolean;
  /** The id of the element that describes how to move an event by keyboard. */
  hintId: string;
  /** `onDragStart` is called when the press becomes a drag. */
  onPointerDown: (
    event: PointerEvent<HTMLElement>,
    row: Row,
    part?: EventDragState['part'],
    onDragStart?: () => void,
  ) => void;
  /** Handles a key on an event or on the button of several events. `onDragStart` is called when the event is picked up. */
  onEventKey: (event: KeyboardEvent<HTMLElement>, row?: Row, onDragStart?: () => void) => void;
  onDayKey: (event: KeyboardEvent<HTMLElement>, day: number) => void;
  /** Returns whether an event that was just rendered must take the focus. Returns true only once per request. */
  consumeFocusRequest: (key: string) => boolean;
  /** Creates a record on a day, at a minute of it in a view with hours. Undefined if the user can't create rows. */
  create: ((day: number, minute?: number) => void) | undefined;
}

export const CalendarContext = createContext<CalendarContextValue | null>(null);

/** Returns the context. Throws outside of the calendar. */
export function useCalendarContext(): CalendarContextValue {
  const value = use(CalendarContext);
  if (!value) throw new Error('useCalendarContext outside of CalendarContext');
  return value;
}
