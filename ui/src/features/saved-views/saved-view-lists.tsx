import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import type { SavedViews } from '@/data/saved-views/use-saved-views';
import { SavedViewList } from './saved-view-list';
import styles from './saved-views.module.css';
import { savedViewsMessages } from './saved-views-messages';
import type { ViewActions } from './use-view-actions';

const messages = savedViewsMessages.lists;

export interface SavedViewListsProps {
  savedViews: SavedViews;
  /** Id of the view that the page shows. */
  currentId: string | undefined;
  actions: ViewActions;
  onOpened: () => void;
}

/** Lists a table's saved views: the user's own, those that others share, and those of this browser. */
export function SavedViewLists({ savedViews, currentId, actions, onOpened }: SavedViewListsProps) {
  const { ownViews, sharedViews, error, retry } = savedViews;
  const lists = [
    { heading: messages.own, views: ownViews.filter(({ row }) => row !== undefined) },
    { heading: messages.shared, views: sharedViews },
    { heading: messages.browser, views: ownViews.filter(({ row }) => row === undefined) },
  ].filter(({ views }) => views.length > 0);
  return (
    <div className={styles.lists}>
      {error && <ErrorNotice error={error} title={messages.loadFailed} onRetry={retry} />}
      {lists.length === 0 && !error && <p className={styles.empty}>{messages.empty}</p>}
      {lists.map((list) => (
        <SavedViewList
          key={list.heading}
          {...{ ...list, currentId, actions, onOpened }}
          hideHeading={lists.length === 1 && list.heading !== messages.shared}
        />
      ))}
    </div>
  );
}
