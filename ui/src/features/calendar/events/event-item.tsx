import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Infinity as InfinityIcon } from 'lucide-react';
import { type CSSProperties, memo, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { EventEdge } from '@/data/layouts/calendar-events';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import { type Relation, referencedKey, referenceQuery } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { getRowTitle, isTitleColumn, titleColumn } from '@/data/titles/row-titles';
import { isOverdue } from '@/data/values/formats/due-dates';
import { formatValue } from '@/data/values/value.utils';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { getIndexHue } from '@/lib/text/hue';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { HoverCard } from '@/table/cells/references/hover-card';
import { RecordPreview } from '@/table/cells/references/record-preview';
import { useHoverCard } from '@/table/cells/references/use-hover-card';
import { RowStatusIcon } from '@/table/cells/row-status-icon';
import { PresenceOutline } from '@/table/live/presence-outline';
import { useTable } from '@/table/table-context';
import { useCalendarContext } from '../calendar-context';
import { type CalendarEvent, isFullDay } from '../event-layout';
import { describeSpan, formatClock } from './describe-span';
import styles from './event-item.module.css';

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
  const {
    event,
    shape,
    isDragged,
    isAnimating,
    continuesBefore = false,
    continuesAfter = false,
    style,
  } = props;
  const { row, span, key, preview } = event;
  const { table, openRecord } = useTable();
  const calendar = useCalendarContext();
  const { source, colorColumn, movable, hintId } = calendar;
  const button = useRef<HTMLButtonElement>(null);
  const peek = useHoverCard();
  useLayoutEffect(() => {
    if (key !== '' && calendar.consumeFocusRequest(key)) button.current?.focus({ preventScroll: true });
  });
  const id = getRowKey(table, row);
  const timed = source.grain !== 'date' && !isFullDay(span);
  const edges = movable && id && (source.isRange || source.endColumn) && !preview;
  const grab = (part: EventEdge) => (down: PointerEvent<HTMLElement>) =>
    calendar.onPointerDown(down, row, part);
  return (
    <div className={styles.container} data-shape={shape} style={style}>
      <button
        ref={button}
        type="button"
        className={styles.event}
        data-card={preview ? undefined : key}
        data-hue={getEventHue(colorColumn, row)}
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
        {...peek.onTarget}
        onPointerDown={(down) => {
          peek.onTarget.onPointerDown();
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
      <RowStatusIcon
        row={row}
        movedColumns={[source.column, source.endColumn]}
        size={12}
        className={styles.status}
      />
      {edges && !continuesBefore && Number.isFinite(span.start) && hasOwnEnd(source, row) && (
        <span className={styles.edge} data-edge="start" data-shape={shape} onPointerDown={grab('start')} />
      )}
      {edges && !continuesAfter && Number.isFinite(span.end) && (
        <span className={styles.edge} data-edge="end" data-shape={shape} onPointerDown={grab('end')} />
      )}
      {peek.open && !isDragged && id && (
        <HoverCard anchor={button} onClose={peek.close} {...peek.onCard}>
          <RecordPreview table={table} recordKey={id} />
        </HoverCard>
      )}
    </div>
  );
});

/** The mark of a bar that continues beyond the visible days: with its end date, or without an end. */
function ContinuationIcon({ endless, back = false }: { endless: boolean; back?: boolean }) {
  const Icon = endless ? InfinityIcon : back ? ChevronLeft : ChevronRight;
  return <Icon className={styles.continuation} data-back={back || undefined} size={12} aria-hidden />;
}

/** Whether the start can be moved separately. An event without an end moves as a whole. */
function hasOwnEnd({ isRange, endColumn }: CalendarSource, row: Row): boolean {
  return isRange || (endColumn !== undefined && (row[endColumn.name] ?? null) !== null);
}

/** Returns the hue of the row's enum value. Undefined without an enum column. */
export function getEventHue(color: Column | undefined, row: Row): number | undefined {
  const at = color ? color.enum.indexOf(String(row[color.name] ?? '')) : -1;
  return at < 0 ? undefined : getIndexHue(at);
}

export interface EventContentProps {
  row: Row;
  time: string | undefined;
}

/** The content of an event: its time, its title and one more field. */
export function EventContent({ row, time }: EventContentProps) {
  const { table } = useTable();
  const { fields, relations, source } = useCalendarContext();
  // If the row has no title but its date, another field is shown instead.
  const title = titleColumn(table);
  const named = title !== source.column;
  const others = fields.filter((field) => !isTitleColumn(table, field));
  const lead =
    others.find((field) => relations.has(field.name)) ??
    others.find(({ kind }) => kind === 'text') ??
    (named ? undefined : others[0]);
  const relation = lead && relations.get(lead.name);
  return (
    <span className={styles.content}>
      {time && <span className={styles.time}>{time}</span>}
      {(named || !lead) && (
        <span className={styles.title} dir="auto">
          <OverdueMark isLate={isOverdue(table, source.column, row)}>{getRowTitle(table, row)}</OverdueMark>
        </span>
      )}
      {relation ? (
        <ReferencedTitle relation={relation} row={row} />
      ) : (
        lead && (
          <span className={styles.lead} dir="auto">
            {formatValue(lead, row[lead.name] ?? null)}
          </span>
        )
      )}
    </span>
  );
}

function ReferencedTitle({ relation, row }: { relation: Relation; row: Row }) {
  const key = referencedKey(relation, row) ?? [];
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
