import { Bookmark, Plus, RotateCcw, Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Popover } from '@/components/overlays/popover';
import { VisuallyHidden } from '@/components/visually-hidden';
import { viewHref } from '@/data/saved-views/saved-views.utils';
import type { SavedViews } from '@/data/saved-views/use-saved-views';
import chips from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
import { SavedViewList } from './saved-view-list';
import styles from './saved-views.module.css';
import type { CurrentSavedView } from './use-current-saved-view';
import { useViewActions } from './use-view-actions';
import { ViewDialogs } from './view-dialogs';

export interface SavedViewsMenuProps {
  savedViews: SavedViews;
  currentView: CurrentSavedView;
  /** The address of what is shown now, whole enough to be saved. */
  getQuery: () => string;
  /** Goes to an address of this table, in the place of the present one. */
  onShow: (query: string) => void;
}

/** The table's saved views, and what became of the one that is shown. */
export function SavedViewsMenu({ savedViews, currentView, getQuery, onShow }: SavedViewsMenuProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // The list closes behind a dialog; the focus comes back to what opened the list.
  const actions = useViewActions(savedViews, () => {
    trigger.current?.focus();
    setOpen(false);
  });
  const { view, isChanged } = currentView;
  const ask = (name: string) => actions.setDialog({ kind: 'create', name, query: getQuery() });
  return (
    <div className={styles.container}>
      <Popover
        flush
        className={styles.popover}
        open={open}
        onOpenChange={setOpen}
        aria-label="Saved views"
        trigger={
          <button
            ref={trigger}
            type="button"
            className={chips.add}
            data-current={view !== undefined || undefined}
          >
            <Bookmark size={14} aria-hidden />
            <span className={view ? styles.trigger : chips.caption} dir="auto">
              {view ? view.name : 'Views'}
            </span>
            {isChanged && (
              <>
                <span className={styles.dot} aria-hidden />
                <VisuallyHidden>, changed</VisuallyHidden>
              </>
            )}
          </button>
        }
      >
        <SavedViewLists
          savedViews={savedViews}
          currentId={view?.id}
          actions={actions}
          onOpened={() => setOpen(false)}
        />
        <footer className={styles.footer}>
          <Button size="sm" variant="ghost" icon={<Plus aria-hidden />} onClick={() => ask('')}>
            Save as a new view…
          </Button>
          {!actions.storage.isInstalled && <p className={styles.hint}>{browserHint}</p>}
        </footer>
      </Popover>
      {view && isChanged && (
        <span className={styles.changes}>
          {view.isOwn ? (
            <button
              type="button"
              className={chips.add}
              onClick={() => {
                const shown = getQuery();
                actions.update(view, { query: shown });
                onShow(shown);
              }}
            >
              <Save size={14} aria-hidden /> Save
              <VisuallyHidden> the changed view</VisuallyHidden>
            </button>
          ) : (
            <button type="button" className={chips.add} onClick={() => ask(view.name)}>
              <Save size={14} aria-hidden /> Save as mine…
            </button>
          )}
          <Link className={chips.add} href={viewHref(view)}>
            <RotateCcw size={14} aria-hidden /> Reset
            <VisuallyHidden> the view</VisuallyHidden>
          </Link>
        </span>
      )}
      <ViewDialogs actions={actions} ownViews={savedViews.ownViews} onCreated={onShow} />
    </div>
  );
}

const browserHint =
  'Views are kept in this browser. They can be shared with the team once the project’s owner runs the output of “tableside schema-sql --views”.';

interface SavedViewListsProps extends Pick<SavedViewsMenuProps, 'savedViews'> {
  currentId: string | undefined;
  actions: ReturnType<typeof useViewActions>;
  onOpened: () => void;
}

function SavedViewLists({ savedViews, currentId, actions, onOpened }: SavedViewListsProps) {
  const { table } = useTable();
  const lists = [
    { heading: 'Yours', views: savedViews.ownViews.filter(({ row }) => row !== undefined) },
    { heading: 'Shared with you', views: savedViews.sharedViews },
    { heading: 'In this browser', views: savedViews.ownViews.filter(({ row }) => row === undefined) },
  ].filter(({ views }) => views.length > 0);
  return (
    <div className={styles.lists}>
      {savedViews.error && (
        <ErrorNotice
          error={savedViews.error}
          title="The project’s saved views could not be read."
          onRetry={savedViews.retry}
        />
      )}
      {lists.length === 0 && !savedViews.error && (
        <p className={styles.empty}>
          No saved views of {table.title} yet. Filter, sort or arrange the rows, then save what you see.
        </p>
      )}
      {lists.map((list) => (
        <SavedViewList
          key={list.heading}
          {...{ ...list, currentId, actions, onOpened }}
          hideHeading={lists.length === 1 && list.heading !== 'Shared with you'}
        />
      ))}
    </div>
  );
}
