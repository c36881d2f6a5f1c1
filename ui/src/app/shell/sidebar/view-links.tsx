import { useState } from 'react';
import { Link } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { formatViewHref, normalizeViewQuery } from '@/data/saved-views/saved-views.utils';
import { useSavedViews } from '@/data/saved-views/use-saved-views';
import type { Table } from '@/lib/api.gen';
import { isOutage } from '@/lib/requests/retry-failed-queries';
import { NavPlaceholder } from '../nav-placeholder';
import { shellMessages as messages } from '../shell-messages';
import styles from './sidebar.module.css';

/** Number of links before "Show more". */
const initialCount = 6;

/** Links to the saved views of the open table, below its link. */
export function ViewLinks({ table }: { table: Table }) {
  const { ownViews, sharedViews, error, retry } = useSavedViews(table);
  const [showsAll, setShowsAll] = useState(false);
  const currentQuery = normalizeViewQuery(useSearch());
  const views = [...ownViews, ...sharedViews];
  const current = views.find(({ query }) => normalizeViewQuery(query) === currentQuery);
  const unavailable = isOutage(error);
  if (views.length === 0 && !unavailable) return null;
  const listed = showsAll ? views : views.filter((view, i) => i < initialCount || view === current);
  return (
    <li>
      <ul className={styles.views} aria-label={messages.viewsOf(table.title)}>
        {listed.map((view) => (
          <li key={view.id}>
            <Link
              href={formatViewHref(view)}
              className={styles.view}
              aria-current={view === current ? 'true' : undefined}
            >
              <span className={styles.label} dir="auto" title={view.name}>
                {view.name}
              </span>
            </Link>
          </li>
        ))}
        {unavailable && (
          <li>
            <NavPlaceholder content={messages.savedViews} onRetry={retry} />
          </li>
        )}
        {views.length > listed.length && (
          <li>
            <button type="button" className={styles.view} onClick={() => setShowsAll(true)}>
              {messages.showMore(views.length - listed.length)}
            </button>
          </li>
        )}
      </ul>
    </li>
  );
}
