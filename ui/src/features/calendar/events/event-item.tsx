import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Infinity as InfinityIcon } from 'lucide-react';
import { type CSSProperties, memo, type PointerEvent, type Ref, useLayoutEffect, useRef } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { EventEdge } from '@/data/layouts/calendar-events';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import { getReferencedKey, type Relation, referenceQuery } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { findTitleColumn, getRowTitle, getRowTitleWithout, isTitleColumn } from '@/data/titles/row-titles';
import { isOverdue } from '@/data/values/formats/due-dates';
import { applyRowCurrency } from '@/data/values/formats/row-currency';
import { formatValue } from '@/data/values/value.utils';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { HoverCard } from '@/table/cells/references/hover-card';
import { RecordPreview } from '@/table/cells/references/record-preview';
import { type HoverCardState, useHoverCard } from '@/table/cells/references/use-hover-card';
import { useTitleFormat } from '@/table/cells/references/use-referenced-title';
import { RowStatusIcon } from '@/table/cells/status/row-status-icon';
import { getCardRule, useRowColors } from '@/table/colors/color-rules-context';
import { RuleMark } from '@/table/colors/rule-mark';
import { PresenceOutline } from '@/table/live/presence-outline';
import { useTable } from '@/table/table-context';
import { useCalendarContext } from '../calendar-context';
import { type CalendarEvent, isFullDay } from '../event-layout';
import { describeSpan, formatClock } from './describe-span';
import styles from './event-item.module.css';
import { useFindEventColor } from './use-find-event-color';

export interface EventItemProps {
  event: CalendarEvent;
  /** A bar over days, a line in a day, or a block of hours. */
  shape: 'bar' | 'block';
  isDragged: boolean;
  isAnimating: boolean;
  /** Whether the event continues outside of the visible days. Such an edge can't be dragged. */
  continuesBefore?: boolean;
  continuesAfter?: boolean;
  style?: CSSProperties | undefined;
}

/** An event. A click opens its record, a drag or the Space key moves it, a drag of an edge changes its duration. */
export const EventItem = memo(function Event(props: EventItemProps) {
  const { event, shape, isDragged, continuesBefore = false, continuesAfter = false } = props;
  const { row, key, preview } = event;
  const { table } = useTable();
  const { source, movable, consumeFocusRequest } = useCalendarContext();
  const button = useRef<HTMLButtonElement>(null);
  const peek = useHoverCard();
  useLayoutEffect(() => {
    if (key !== '' && consumeFocusRequest(key)) button.current?.focus({ preventScroll: true });
  });
  const id = getRowKey(table, row);
  return (
    <div className={styles.container} data-shape={shape} style={props.style}>
      <EventButton {...props} ref={button} hover={peek} />
      <RowStatusIcon
        row={row}
        movedColumns={[source.column, source.endColumn]}
        size={12}
        className={styles.status}
      />
      {movable && id && !preview && (
        <EventEdges
          event={event}
          shape={shape}
          isStartVisible={!continuesBefore}
          isEndVisible={!continuesAfter}
        />
      )}
      {peek.open && !isDragged && id && (
        <HoverCard anchor={button} onClose={peek.close} {...peek.onCard}>
          <RecordPreview table={table} recordKey={id} />
        </HoverCard>
      )}
    </div>
  );
});

interface EventButtonProps extends EventItemProps {
  ref: Ref<HTMLButtonElement>;
  hover: HoverCardState;
}

/** The button that shows an event's time and title. */
function EventButton(props: EventButtonProps) {
  const { event, shape, isDragged, isAnimating, continuesBefore, continuesAfter, ref, hover } = props;
  const { row, span, key, preview } = event;
  const { table, openRecord } = useTable();
  const calendar = useCalendarContext();
  const { source, movable, hintId } = calendar;
  const findColor = useFindEventColor();
  const id = getRowKey(table, row);
  const timed = source.grain !== 'date' && !isFullDay(span);
  return (
    <button
      ref={ref}
      type="button"
      className={styles.event}
      data-card={preview ? undefined : key}
      {...findColor(row)}
      data-shape={shape}
      data-timed={timed || undefined}
      data-before={continuesBefore || undefined}
      data-after={continuesAfter || undefined}
      data-dragged={isDragged || undefined}
      data-preview={preview || undefined}
      data-animating={isAnimating || undefined}
      data-movable={movable || undefined}
      tabIndex={-1}
      aria-describedby={movable ? hintId : undefined}
      disabled={!id}
      {...hover.onTarget}
      onPointerDown={(down) => {
        hover.onTarget.onPointerDown();
        calendar.onPointerDown(down, row);
      }}
      onKeyDown={(pressed) => calendar.onEventKey(pressed, row)}
      // Without this, releasing Space would also click the button.
      onKeyUp={(up) => up.key === ' ' && up.preventDefault()}
      onClick={(click) => {
        click.stopPropagation();
        if (id) openRecord(id);
      }}
    >
      {continuesBefore && shape === 'bar' && (
        <ContinuationIcon endless={span.start === Number.NEGATIVE_INFINITY} back />
      )}
      <EventContent row={row} time={timed && !continuesBefore ? formatClock(span.start) : undefined} />
      {continuesAfter && shape === 'bar' && (
        <ContinuationIcon endless={span.end === Number.POSITIVE_INFINITY} />
      )}
      <VisuallyHidden>, {describeSpan(source, span)}</VisuallyHidden>
      <PresenceOutline rowKey={getCachedRowKey(table, row)} shape="event" />
    </button>
  );
}

interface EventEdgesProps {
  event: CalendarEvent;
  shape: EventItemProps['shape'];
  isStartVisible: boolean;
  isEndVisible: boolean;
}

/** The visible edges of an event that has a duration. A drag of an edge changes it. */
function EventEdges({ event: { row, span }, shape, isStartVisible, isEndVisible }: EventEdgesProps) {
  const { source, onPointerDown } = useCalendarContext();
  if (!source.isRange && !source.endColumn) return null;
  const startDrag = (part: EventEdge) => (down: PointerEvent<HTMLElement>) => onPointerDown(down, row, part);
  return (
    <>
      {isStartVisible && Number.isFinite(span.start) && hasOwnEnd(source, row) && (
        <span
          className={styles.edge}
          data-edge="start"
          data-shape={shape}
          onPointerDown={startDrag('start')}
        />
      )}
      {isEndVisible && Number.isFinite(span.end) && (
        <span className={styles.edge} data-edge="end" data-shape={shape} onPointerDown={startDrag('end')} />
      )}
    </>
  );
}

/** The mark of a bar that continues beyond the visible days: with its end date, or without an end. */
function ContinuationIcon({ endless, back = false }: { endless: boolean; back?: boolean }) {
  const Icon = endless ? InfinityIcon : back ? ChevronLeft : ChevronRight;
  return <Icon className={styles.continuation} data-back={back || undefined} size={12} aria-hidden />;
}

/** Whether the start can be moved separately. An event without an end moves as a whole. */
function hasOwnEnd({ isRange, endColumn }: CalendarSource, row: Row): boolean {
  return isRange || (endColumn !== undefined && (row[endColumn.name] ?? null) !== null);
}

export interface EventContentProps {
  row: Row;
  time: string | undefined;
}

/** The content of an event: its time, its title and one more field. */
export function EventContent({ row, time }: EventContentProps) {
  const { table } = useTable();
  const { fields, relations, source } = useCalendarContext();
  const rule = getCardRule(useRowColors(row));
  const titleFormat = useTitleFormat(table, row);
  // If the row has no title but its date, another field is shown instead.
  const title = findTitleColumn(table);
  const named = title !== source.column;
  const others = fields.filter((field) => !isTitleColumn(table, field));
  const lead =
    others.find((field) => relations.has(field.name)) ??
    others.find(({ kind }) => kind === 'text') ??
    (named ? undefined : others[0]);
  const relation = lead && relations.get(lead.name);
  return (
    <span className={styles.content}>
      {rule && <RuleMark rule={rule} />}
      {time && <span className={styles.time}>{time}</span>}
      {(named || !lead) && (
        <span className={styles.title} dir="auto">
          <OverdueMark isLate={isOverdue(table, source.column, row)}>
            {named
              ? getRowTitleWithout(table, row, source.column, titleFormat)
              : getRowTitle(table, row, titleFormat)}
          </OverdueMark>
        </span>
      )}
      {relation ? (
        <ReferencedTitle relation={relation} row={row} />
      ) : (
        lead && (
          <span className={styles.lead} dir="auto">
            {formatValue(applyRowCurrency(table, lead, row), row[lead.name] ?? null)}
          </span>
        )
      )}
    </span>
  );
}

function ReferencedTitle({ relation, row }: { relation: Relation; row: Row }) {
  const key = getReferencedKey(relation, row) ?? [];
  const { data } = useQuery({ ...referenceQuery(relation.target, key), enabled: key.length > 0 });
  return data ? (
    <span className={styles.lead} dir="auto">
      {data.title}
    </span>
  ) : null;
}

/** Returns the key of a row's event. A row without a primary key gets its index. */
export function getEventKey(table: Parameters<typeof getCachedRowKey>[0], row: Row, index: number): string {
  return getCachedRowKey(table, row) || `#${index}`;
}
