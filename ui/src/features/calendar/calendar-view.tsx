import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { getCalendarSource } from '@/data/layouts/calendar-source';
import { canCountExactly } from '@/data/paging/counts/can-count-exactly';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { isViewOnly } from '@/table/view/notices/view-only-badge';
import type { ViewProps } from '@/table/view/view-props';
import { Calendar } from './calendar';
import styles from './calendar.module.css';
import { calendarMessages as messages } from './calendar-messages';
import { CalendarHead } from './page/calendar-head';
import { useCalendarPage } from './page/use-calendar-page';
import type { CalendarData } from './page/use-calendar-rows';

export interface CalendarViewProps extends ViewProps {
  /** The date, timestamp or range column that gives the time of each row. */
  column: Column;
}

/** Shows the rows as events on their days. Dragging an event changes its date. */
export function CalendarView(props: CalendarViewProps) {
  const { column } = props;
  const { table } = useTable();
  const source = useMemo(() => getCalendarSource(table, column), [table, column]);
  return source && <CalendarPage {...props} source={source} />;
}

type CalendarPageProps = CalendarViewProps & { source: NonNullable<ReturnType<typeof getCalendarSource>> };

function CalendarPage(props: CalendarPageProps) {
  const { Layout, column, source, narrow } = props;
  const { table } = useTable();
  const page = useCalendarPage(props);
  const { data, state, title, day, period } = page;
  const timed = source.grain !== 'date';
  return (
    <Layout
      {...props}
      start={page.start}
      sequence={page.sequence}
      total={
        <>
          <EventTotal data={data} />
          {state.lock && !isViewOnly(table) && (
            <span className={styles.lock}>
              <Lock size={12} aria-hidden /> {messages.eventsLocked(state.lock)}
            </span>
          )}
        </>
      }
    >
      <section
        className={styles.calendar}
        ref={state.calendar}
        aria-label={messages.calendarLabel(column.title)}
      >
        <CalendarHead
          {...{ title, day, period, narrow }}
          zone={timed ? page.zone : undefined}
          undatedCount={data.undated?.total ?? 0}
          isUndatedOpen={page.undatedOpen}
          onDayChange={page.goTo}
          onToday={() => page.goTo(page.today)}
          onNavigate={page.navigateBy}
          onPeriodChange={page.setPeriod}
          onUndatedToggle={page.toggleUndated}
        />
        {data.error !== null && !data.rows ? (
          <div className={styles.center}>
            <ErrorNotice
              error={data.error}
              title={messages.tableNotLoaded(table.title)}
              onRetry={data.refetch}
              retrying={data.refetching}
            />
          </div>
        ) : (
          <Calendar {...props} page={page} />
        )}
        {data.error !== null && data.rows && (
          <div className={styles.error}>
            <ErrorNotice error={data.error} title={messages.daysNotLoaded} onRetry={data.refetch} />
          </div>
        )}
      </section>
    </Layout>
  );
}

/** The number of events, and a note if not all of them are shown. */
function EventTotal({ data }: { data: CalendarData }) {
  const { table } = useTable();
  const { total, counts, error } = data;
  if (total === undefined) return error ? '' : messages.loading;
  return (
    <>
      {messages.eventCount(total, counts !== undefined && !canCountExactly(table))}
      {counts && messages.daysTruncated}
    </>
  );
}
