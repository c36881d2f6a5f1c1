import { createContext, type KeyboardEvent, type PointerEvent, use } from 'react';
import type { CalendarSource } from '@/data/layouts/calendar-events';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import type { EventDragState } from './event-drag-state';

/** What a calendar's events and days share. None of it changes while something is carried. */
export interface CalendarContextValue {
  source: CalendarSource;
  zone: string;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  /** The enum that colours events. */
  colorColumn: Column | undefined;
  /** Events can be moved; it is said how. */
  movable: boolean;
  /** The id of the sentence that says how an event is moved by keyboard. */
  hintId: string;
  /** `onDragStart` is called when the press has become a drag. */
  onPointerDown: (
    event: PointerEvent<HTMLElement>,
    row: Row,
    part?: EventDragState['part'],
    onDragStart?: () => void,
  ) => void;
  /** Of an event, or of what stands for several; `onDragStart` is called when it has been picked up. */
  onEventKey: (event: KeyboardEvent<HTMLElement>, row?: Row, onDragStart?: () => void) => void;
  onDayKey: (event: KeyboardEvent<HTMLElement>, day: number) => void;
  /** Whether an event that has just come has to have the focus; asked once. */
  consumeFocusRequest: (key: string) => boolean;
  /** Makes a record on a day, at a minute of it where its hours are drawn; undefined where none can be. */
  create: ((day: number, minute?: number) => void) | undefined;
}

export const CalendarContext = createContext<CalendarContextValue | null>(null);

export function useCalendarContext(): CalendarContextValue {
  const value = use(CalendarContext);
  if (!value) throw new Error('useCalendarContext outside of a calendar');
  return value;
}
