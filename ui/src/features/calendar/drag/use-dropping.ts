import { spanOf } from '@/data/layouts/calendar.utils';
import type { Row } from '@/data/rows/row';
import { headingOf } from '@/data/values/value.utils';
import type { useCarry } from '@/table/drag/use-carry';
import type { useMoves } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import type { Carry } from '../calendar.types';
import { describeSpan } from '../events/describe.utils';
import { startDay } from '../layout.utils';
import type { CalendarOptions } from '../use-calendar';
import { changesOf } from './carry.utils';

/** How what is carried is let go: saved where it is, or put back. */
export function useDropping(
  { held, hold, ghostBox }: ReturnType<typeof useCarry<Carry>>,
  { fly, say, wanted, send }: ReturnType<typeof useMoves>,
  { source, zone, goTo }: CalendarOptions,
) {
  const { table } = useTable();
  /** What was carried by keyboard may have left the days where it was picked up. */
  const goBack = (row: Row) => {
    const span = spanOf(source, row, zone);
    const day = span && startDay(span);
    if (day !== undefined && Number.isFinite(day)) goTo(day);
  };

  const cancel = (text: string) => {
    const now = held.current;
    if (!now) return;
    hold(null);
    if (now.by === 'pointer' && now.part === 'all') fly(now.key, now.row, ghostBox(now));
    if (now.by === 'keyboard') {
      wanted.current = now.key;
      say(text);
      goBack(now.row);
    }
  };

  const drop = () => {
    const now = held.current;
    if (!now) return;
    const name = headingOf(table, now.row);
    const changes = changesOf(source, now, zone);
    if (!changes) return cancel(`${name} stays where it was.`);
    hold(null);
    if (now.by === 'keyboard') wanted.current = now.key;
    const said = (row: Row, none: string) => {
      const span = spanOf(source, row, zone);
      return span ? describeSpan(source, span) : none;
    };
    void send({
      ...{ key: now.key, row: now.row, changes },
      from: now.by === 'pointer' && now.part === 'all' ? ghostBox(now) : undefined,
      saved: (row) => `${name} is now ${said(row, 'without a date')}.`,
      onBack: now.by === 'keyboard' ? () => goBack(now.row) : undefined,
      back: `${name} went back to ${said(now.row, 'those without a date')}.`,
    });
  };
  return { drop, cancel };
}
