import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Infinity as InfinityIcon } from 'lucide-react';
import { type CSSProperties, memo, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { CalendarSource, Edge } from '@/data/layouts/calendar.utils';
import { type Relation, referenceQuery, referredKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { displayText, titleColumn, titleOf } from '@/data/values/value.utils';
import { keyOf } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { hueOfIndex } from '@/lib/hue';
import { PeekCard } from '@/table/cells/references/peek-card';
import { RecordPeek } from '@/table/cells/references/record-peek';
import { usePeek } from '@/table/cells/references/use-peek';
import { RowFate } from '@/table/cells/row-fate';
import { rowKeyText } from '@/table/cells/use-cell';
import { useTable } from '@/table/table-context';
import { useCalendarContext } from '../calendar-context';
import { type CalendarEvent, isLong } from '../layout.utils';
import { clock, describeSpan } from './describe.utils';
import styles from './event.module.css';

export interface EventProps {
  event: CalendarEvent;
  /** A bar over days, a line in a day, or a block over hours. */
  shape: 'bar' | 'block';
  carried: boolean;
  flying: boolean;
  /** It began before, or goes on after what is shown here: that edge can't be moved. */
  before?: boolean;
  after?: boolean;
  style?: CSSProperties | undefined;
}

/** An event: a click opens its record, a drag or Space moves it, a drag of its edge changes how long it is. */
export const Event = memo(function Event(props: EventProps) {
  const { event, shape, carried, flying, before = false, after = false, style } = props;
  const { row, span, key, preview } = event;
  const { table, openRecord } = useTable();
  const calendar = useCalendarContext();
  const { source, colour, movable, hint } = calendar;
  const button = useRef<HTMLButtonElement>(null);
  const peek = usePeek();
  useLayoutEffect(() => {
    if (key !== '' && calendar.takesFocus(key)) button.current?.focus({ preventScroll: true });
  });
  const id = keyOf(table, row);
  const timed = source.grain !== 'date' && !isLong(span);
  const edges = movable && id && (source.range || source.end) && !preview;
  const grab = (part: Edge) => (down: PointerEvent<HTMLElement>) => calendar.onPointerDown(down, row, part);
  return (
    <div className={styles.place} data-shape={shape} style={style}>
      <button
        ref={button}
        type="button"
        className={styles.event}
        data-card={preview ? undefined : key}
        data-hue={hueFor(colour, row)}
        data-shape={shape}
        data-timed={timed || undefined}
        data-before={before || undefined}
        data-after={after || undefined}
        data-carried={carried || undefined}
        data-preview={preview || undefined}
        data-flying={flying || undefined}
        data-movable={movable || undefined}
        tabIndex={-1}
        aria-describedby={movable ? hint : undefined}
        disabled={!id}
        {...peek.onTarget}
        onPointerDown={(down) => {
          peek.onTarget.onPointerDown();
          calendar.onPointerDown(down, row);
        }}
        onKeyDown={(pressed) => calendar.onEventKey(pressed, row)}
        // Else Space would also click, on its way up.
        onKeyUp={(up) => up.key === ' ' && up.preventDefault()}
        onClick={(click) => {
          click.stopPropagation();
          if (id) openRecord(id);
        }}
      >
        {before && shape === 'bar' && <GoesOn endless={span.start === Number.NEGATIVE_INFINITY} back />}
        <EventFace row={row} time={timed && !before ? clock(span.start) : undefined} />
        {after && shape === 'bar' && <GoesOn endless={span.end === Number.POSITIVE_INFINITY} />}
        <VisuallyHidden>, {describeSpan(source, span)}</VisuallyHidden>
      </button>
      <RowFate row={row} moved={[source.column, source.end]} size={12} className={styles.fate} />
      {edges && !before && Number.isFinite(span.start) && hasEnd(source, row) && (
        <span className={styles.edge} data-edge="start" data-shape={shape} onPointerDown={grab('start')} />
      )}
      {edges && !after && Number.isFinite(span.end) && (
        <span className={styles.edge} data-edge="end" data-shape={shape} onPointerDown={grab('end')} />
      )}
      {peek.open && !carried && id && (
        <PeekCard anchor={button} onClose={peek.close} {...peek.onCard}>
          <RecordPeek table={table} recordKey={id} />
        </PeekCard>
      )}
    </div>
  );
});

/** The mark of a bar that goes on past the days that are shown: to a day, or without end. */
function GoesOn({ endless, back = false }: { endless: boolean; back?: boolean }) {
  const Icon = endless ? InfinityIcon : back ? ChevronLeft : ChevronRight;
  return <Icon className={styles.goesOn} data-back={back || undefined} size={12} aria-hidden />;
}

/** Whether its start can move by itself: what has no end of its own moves as a whole. */
function hasEnd({ range, end }: CalendarSource, row: Row): boolean {
  return range || (end !== undefined && (row[end.name] ?? null) !== null);
}

/** The hue of the enum's value; undefined without one. */
export function hueFor(colour: Column | undefined, row: Row): number | undefined {
  const at = colour ? colour.enum.indexOf(String(row[colour.name] ?? '')) : -1;
  return at < 0 ? undefined : hueOfIndex(at);
}

export interface EventFaceProps {
  row: Row;
  time: string | undefined;
}

/** What an event shows: its time, its title, and what it belongs to. */
export function EventFace({ row, time }: EventFaceProps) {
  const { table } = useTable();
  const { fields, relations, source } = useCalendarContext();
  // Where nothing but the moment itself names the row, another field says more.
  const title = titleColumn(table);
  const named = title !== source.column;
  const others = fields.filter((field) => field !== title);
  const lead =
    others.find((field) => relations.has(field.name)) ??
    others.find(({ kind }) => kind === 'text') ??
    (named ? undefined : others[0]);
  const relation = lead && relations.get(lead.name);
  return (
    <span className={styles.face}>
      {time && <span className={styles.time}>{time}</span>}
      {(named || !lead) && (
        <span className={styles.title} dir="auto">
          {titleOf(table, row)}
        </span>
      )}
      {relation ? (
        <Referred relation={relation} row={row} />
      ) : (
        lead && (
          <span className={styles.lead} dir="auto">
            {displayText(lead, row[lead.name] ?? null)}
          </span>
        )
      )}
    </span>
  );
}

function Referred({ relation, row }: { relation: Relation; row: Row }) {
  const key = referredKey(relation, row) ?? [];
  const { data } = useQuery({ ...referenceQuery(relation.target, key), enabled: key.length > 0 });
  return data ? (
    <span className={styles.lead} dir="auto">
      {data.title}
    </span>
  ) : null;
}

/** The key of a row's event; one without a key gets its place among the rows. */
export function eventKey(table: Parameters<typeof rowKeyText>[0], row: Row, index: number): string {
  return rowKeyText(table, row) || `#${index}`;
}
