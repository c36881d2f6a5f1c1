import { ChevronLeft, ChevronRight, FilterX } from 'lucide-react';
import { Button } from '@/components/controls/button';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { ClearFiltersButton } from '@/table/view/notices/clear-filters-button';
import { calendarMessages as messages } from '../calendar-messages';
import { dayNames } from '../drag/interval.utils';
import type { CalendarPageState } from '../page/use-calendar-page';
import styles from './no-events.module.css';

export interface NoEventsProps {
  page: CalendarPageState;
  state: TablePageState;
  change: ChangePageState;
}

/** The note over days without events: links to the nearest events, or the reason if there are none. */
export function NoEvents(props: NoEventsProps) {
  const { dragged } = props.page.state;
  return (
    <div className={styles.overlay} role="status" data-dragging={dragged ? true : undefined}>
      <Note {...props} />
    </div>
  );
}

function Note({ page, state, change }: NoEventsProps) {
  const { table } = useTable();
  const { data, goTo } = page;
  const { nearest, undated } = data;
  if (!nearest || !undated) return null;
  const { before, after } = nearest;
  if (before !== undefined || after !== undefined) {
    return (
      <div className={styles.note}>
        <span className={styles.text}>{messages.noEvents.inInterval}</span>
        {before !== undefined && (
          <Button size="sm" icon={<ChevronLeft aria-hidden />} onClick={() => goTo(before)}>
            {dayNames.short(before)}
          </Button>
        )}
        {after !== undefined && (
          <Button size="sm" onClick={() => goTo(after)}>
            {dayNames.short(after)} <ChevronRight aria-hidden />
          </Button>
        )}
      </div>
    );
  }
  if (undated.total > 0) {
    return (
      <div className={styles.note}>
        <span className={styles.text}>{messages.noEvents.undatedOnly}</span>
        {!page.undatedOpen && (
          <Button size="sm" onClick={page.toggleUndated}>
            {messages.noEvents.showUndated}
          </Button>
        )}
      </div>
    );
  }
  if (state.filters.length === 0 && state.search === '') {
    return (
      <div className={styles.note}>
        <span className={styles.text}>
          {messages.noEvents.emptyTable(table.title, page.create !== undefined)}
        </span>
      </div>
    );
  }
  return (
    <div className={styles.note}>
      <FilterX size={15} aria-hidden />
      <span className={styles.text}>{messages.noEvents.noMatch}</span>
      <ClearFiltersButton size="sm" {...{ state, change }} />
    </div>
  );
}
