import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { calendarSource } from '@/data/layouts/calendar-events';
import { canCountExactly } from '@/data/paging/counts/can-count-exactly';
import type { Column } from '@/lib/api.gen';
import { formatPlural } from '@/lib/format';
import { useTable } from '@/table/table-context';
import { isViewOnly } from '@/table/view/view-only-badge';
import type { ViewProps } from '@/table/view/view-props';
import { Calendar } from './calendar';
import styles from './calendar.module.css';
import { CalendarHead } from './calendar-head';
import { useCalendarPage } from './use-calendar-page';
import type { CalendarData } from './use-calendar-rows';

export interface CalendarViewProps extends ViewProps {
  /** The date, moment or range that says when a row is. */
  column: Column;
}

/** The rows on the days that a column names. Dragging one changes its date. */
export function CalendarView(props: CalendarViewProps) {
  const { column } = props;
  const { table } = useTable();
  const source = useMemo(() => calendarSource(table, column), [table, column]);
  return source && <CalendarPage {...props} source={source} />;
}

type CalendarPageProps = CalendarViewProps & { source: NonNullable<ReturnType<typeof calendarSource>> };

function CalendarPage(props: CalendarPageProps) {
  const { Layout, column, source, narrow } = props;
  const { table } = useTable();
  const page = useCalendarPage(props);
  const { data, state, title, day, span } = page;
  const timed = source.grain !== 'date';
  return (
    <Layout
      {...props}
      start={page.start}
      sequence={page.sequence}
      total={
        <>
          <EventTotal data={data} days={page.days.to - page.days.from} />
          {state.lock && !isViewOnly(table) && (
            <span className={styles.lock}>
              <Lock size={12} aria-hidden /> Events stay on their days: {state.lock}
            </span>
          )}
        </>
      }
    >
      <section className={styles.calendar} ref={state.calendar} aria-label={`Calendar by ${column.title}`}>
        <CalendarHead
          {...{ title, day, span, narrow }}
          zone={timed ? page.zone : undefined}
          undatedCount={data.undated?.total ?? 0}
          isUndatedOpen={page.undatedOpen}
          onDayChange={page.goTo}
          onToday={() => page.goTo(page.today)}
          onNavigate={page.turn}
          onSpanChange={page.setSpan}
          onUndatedToggle={page.toggleUndated}
        />
        {data.error !== null && !data.rows ? (
          <div className={styles.center}>
            <ErrorNotice
              error={data.error}
              title={`${table.title} could not be read.`}
              onRetry={data.refetch}
              retrying={data.refetching}
            />
          </div>
        ) : (
          <Calendar {...props} page={page} />
        )}
        {data.error !== null && data.rows && (
          <div className={styles.error}>
            <ErrorNotice error={data.error} title="Some days could not be read." onRetry={data.refetch} />
          </div>
        )}
      </section>
    </Layout>
  );
}

/** '58 events in these 42 days', and that not all of them are shown. */
function EventTotal({ data, days }: { data: CalendarData; days: number }) {
  const { table } = useTable();
  const { total, counts, error } = data;
  if (total === undefined) return error ? '' : 'Loading…';
  return (
    <>
      {counts && !canCountExactly(table) ? '≈ ' : ''}
      {formatPlural(total, 'event')} in these {formatPlural(days, 'day')}
      {counts && '; of each day the first are shown'}
    </>
  );
}
