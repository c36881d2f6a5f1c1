import { CalendarCheck, ChevronLeft, ChevronRight, CircleDashed } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { dayOf, dayText } from '@/data/layouts/calendar.utils';
import type { ViewRef } from '@/data/query/view-ref.utils';
import { formatCount } from '@/lib/format';
import styles from './calendar-head.module.css';

export interface CalendarHeadProps {
  title: string;
  day: number;
  span: ViewRef['span'];
  /** The zone of what is shown; undefined for dates, which have none. */
  zone: string | undefined;
  /** How many rows have no date, and whether they are listed. */
  undated: number;
  undatedOpen: boolean;
  narrow: boolean;
  onDay: (day: number) => void;
  onToday: () => void;
  onTurn: (by: number) => void;
  onSpan: (span: ViewRef['span']) => void;
  onUndated: () => void;
}

/** Which days are shown, and how to get to others. */
export function CalendarHead(props: CalendarHeadProps) {
  const { title, day, span, zone, undated, undatedOpen, narrow, onDay, onToday, onTurn, onSpan, onUndated } =
    props;
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
      <input
        ref={picker}
        type="date"
        className={styles.picker}
        tabIndex={-1}
        aria-hidden
        value={dayText(day)}
        onChange={(event) => {
          const picked = dayOf(event.target.value);
          if (picked !== undefined) onDay(picked);
        }}
      />
      <span className={styles.turns}>
        <IconButton
          size="sm"
          label={`Previous ${unit}`}
          data-turn={-1}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => onTurn(-1)}
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
          onClick={() => onTurn(1)}
        />
      </span>
      <span className={styles.rest} />
      {zone && !narrow && (
        <span className={styles.zone} title="Times are shown in this zone">
          {zone}
        </span>
      )}
      {undated > 0 && (
        <button
          type="button"
          className={styles.undated}
          aria-label={`${formatCount(undated)} without a date`}
          aria-pressed={undatedOpen}
          onClick={onUndated}
        >
          <CircleDashed size={13} aria-hidden /> {formatCount(undated)}
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
            onClick={() => onSpan(each)}
          >
            {each === 'month' ? 'Month' : 'Week'}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
