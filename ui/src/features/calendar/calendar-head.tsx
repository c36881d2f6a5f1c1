import { CalendarCheck, ChevronLeft, ChevronRight, CircleDashed } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { formatDay, parseDay } from '@/data/layouts/calendar-events';
import type { ViewRef } from '@/data/query/view-ref.utils';
import { formatCount } from '@/lib/format';
import { DayPicker } from '@/table/inputs/day-picker';
import styles from './calendar-head.module.css';

export interface CalendarHeadProps {
  title: string;
  day: number;
  span: ViewRef['span'];
  /** The zone of what is shown; undefined for dates, which have none. */
  zone: string | undefined;
  /** How many rows have no date, and whether they are listed. */
  undatedCount: number;
  isUndatedOpen: boolean;
  narrow: boolean;
  onDayChange: (day: number) => void;
  onToday: () => void;
  onNavigate: (by: number) => void;
  onSpanChange: (span: ViewRef['span']) => void;
  onUndatedToggle: () => void;
}

/** Which days are shown, and how to get to others. */
export function CalendarHead(props: CalendarHeadProps) {
  const {
    title,
    day,
    span,
    zone,
    undatedCount,
    isUndatedOpen,
    narrow,
    onDayChange,
    onToday,
    onNavigate,
    onSpanChange,
    onUndatedToggle,
  } = props;
  const picker = useRef<HTMLInputElement>(null);
  const unit = span === 'month' ? 'month' : 'week';
  return (
    <div className={styles.head}>
      <button
        type="button"
        className={styles.title}
        title="Choose a day"
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
          label={`Previous ${unit}`}
          data-turn={-1}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => onNavigate(-1)}
        />
        {narrow ? (
          <IconButton size="sm" label="Today" icon={<CalendarCheck aria-hidden />} onClick={onToday} />
        ) : (
          <Button size="sm" variant="ghost" onClick={onToday}>
            Today
          </Button>
        )}
        <IconButton
          size="sm"
          label={`Next ${unit}`}
          data-turn={1}
          icon={<ChevronRight aria-hidden />}
          onClick={() => onNavigate(1)}
        />
      </span>
      <span className={styles.spacer} />
      {zone && !narrow && (
        <span className={styles.zone} title="Times are shown in this zone">
          {zone}
        </span>
      )}
      {undatedCount > 0 && (
        <button
          type="button"
          className={styles.undated}
          aria-label={`${formatCount(undatedCount)} without a date`}
          aria-pressed={isUndatedOpen}
          onClick={onUndatedToggle}
        >
          <CircleDashed size={13} aria-hidden /> {formatCount(undatedCount)}
          {!narrow && ' without a date'}
        </button>
      )}
      <fieldset className={styles.spans} aria-label="Days shown">
        {(['month', 'week'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={styles.span}
            aria-pressed={each === span}
            onClick={() => onSpanChange(each)}
          >
            {each === 'month' ? 'Month' : 'Week'}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
