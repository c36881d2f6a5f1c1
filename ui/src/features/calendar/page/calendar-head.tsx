import { CalendarCheck, ChevronLeft, ChevronRight, CircleDashed } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { formatDay, parseDay } from '@/data/layouts/calendar-times';
import type { ViewRef } from '@/data/query/page-state/view-ref.utils';
import { formatCount } from '@/lib/text/format';
import { DatePopover } from '@/table/inputs/date-picker/date-popover';
import { calendarMessages as messages } from '../calendar-messages';
import styles from './calendar-head.module.css';

export interface CalendarHeadProps extends DayNavigationProps {
  title: string;
  day: number;
  /** The time zone of the times; undefined for dates, which have none. */
  zone: string | undefined;
  /** The number of rows without a date. */
  undatedCount: number;
  isUndatedOpen: boolean;
  onDayChange: (day: number) => void;
  onPeriodChange: (period: ViewRef['period']) => void;
  onUndatedToggle: () => void;
}

/** The header of the calendar: the name of the visible days, and the controls that navigate to others. */
export function CalendarHead(props: CalendarHeadProps) {
  const { title, day, period, zone, undatedCount, narrow } = props;
  return (
    <div className={styles.head}>
      <DatePopover
        trigger={
          <button type="button" className={styles.title} title={messages.head.chooseDay}>
            <h2 aria-live="polite">{title}</h2>
          </button>
        }
        day={formatDay(day)}
        onPick={(text) => {
          const picked = parseDay(text);
          if (picked !== undefined) props.onDayChange(picked);
        }}
      />
      <DayNavigation {...{ period, narrow }} onToday={props.onToday} onNavigate={props.onNavigate} />
      <span className={styles.spacer} />
      {zone && !narrow && (
        <span className={styles.zone} title={messages.head.zoneHint}>
          {zone}
        </span>
      )}
      {undatedCount > 0 && (
        <button
          type="button"
          className={styles.undated}
          aria-label={messages.head.undatedCount(undatedCount)}
          aria-pressed={props.isUndatedOpen}
          onClick={props.onUndatedToggle}
        >
          <CircleDashed size={13} aria-hidden /> {formatCount(undatedCount)}
          {!narrow && messages.head.undated}
        </button>
      )}
      <fieldset className={styles.periods} aria-label={messages.head.periods}>
        {(['month', 'week'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={styles.period}
            aria-pressed={each === period}
            onClick={() => props.onPeriodChange(each)}
          >
            {messages.head.period[each]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface DayNavigationProps {
  period: ViewRef['period'];
  narrow: boolean;
  onToday: () => void;
  onNavigate: (by: number) => void;
}

/** The buttons that navigate to the previous days, to today and to the next days. */
function DayNavigation({ period, narrow, onToday, onNavigate }: DayNavigationProps) {
  return (
    <span className={styles.navigation}>
      <IconButton
        size="sm"
        label={messages.head.previous[period]}
        data-direction={-1}
        icon={<ChevronLeft aria-hidden />}
        onClick={() => onNavigate(-1)}
      />
      {narrow ? (
        <IconButton
          size="sm"
          label={messages.head.today}
          icon={<CalendarCheck aria-hidden />}
          onClick={onToday}
        />
      ) : (
        <Button size="sm" variant="ghost" onClick={onToday}>
          {messages.head.today}
        </Button>
      )}
      <IconButton
        size="sm"
        label={messages.head.next[period]}
        data-direction={1}
        icon={<ChevronRight aria-hidden />}
        onClick={() => onNavigate(1)}
      />
    </span>
  );
}
