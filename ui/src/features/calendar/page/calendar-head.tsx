import { CalendarCheck, ChevronLeft, ChevronRight, CircleDashed } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { formatDay, parseDay } from '@/data/layouts/calendar-times';
import type { ViewRef } from '@/data/query/page-state/view-ref.utils';
import { formatCount } from '@/lib/text/format';
import { DayPicker } from '@/table/inputs/day-picker';
import { calendarMessages as messages } from '../calendar-messages';
import styles from './calendar-head.module.css';

export interface CalendarHeadProps {
  title: string;
  day: number;
  period: ViewRef['period'];
  /** The time zone of the times; undefined for dates, which have none. */
  zone: string | undefined;
  /** The number of rows without a date. */
  undatedCount: number;
  isUndatedOpen: boolean;
  narrow: boolean;
  onDayChange: (day: number) => void;
  onToday: () => void;
  onNavigate: (by: number) => void;
  onPeriodChange: (period: ViewRef['period']) => void;
  onUndatedToggle: () => void;
}

/** The header of the calendar: the name of the visible days, and the controls that navigate to others. */
export function CalendarHead(props: CalendarHeadProps) {
  const {
    title,
    day,
    period,
    zone,
    undatedCount,
    isUndatedOpen,
    narrow,
    onDayChange,
    onToday,
    onNavigate,
    onPeriodChange,
    onUndatedToggle,
  } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.head}>
      <button
        type="button"
        className={styles.title}
        title={messages.head.chooseDay}
        onClick={() => picker.current?.showPicker()}
      >
        <h2 aria-live="polite">{title}</h2>
      </button>
      <DayPicker
        ref={picker}
        className={styles.picker}
        value={formatDay(day)}
        onPick={(text) => {
          const picked = parseDay(text);
          if (picked !== undefined) onDayChange(picked);
        }}
      />
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
          aria-pressed={isUndatedOpen}
          onClick={onUndatedToggle}
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
            onClick={() => onPeriodChange(each)}
          >
            {messages.head.period[each]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
