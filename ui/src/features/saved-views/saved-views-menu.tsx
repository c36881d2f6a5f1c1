import { Bookmark, Plus, RotateCcw, Save } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { Popover } from '@/components/overlays/popover';
import { formatViewHref, type SavedView } from '@/data/saved-views/saved-views.utils';
import type { SavedViews } from '@/data/saved-views/use-saved-views';
import { LazyDialog, lazyComponent, preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import chips from '@/table/filters/view-chip.module.css';
import type { SavedViewListsProps } from './saved-view-lists';
import styles from './saved-views.module.css';
import { savedViewsMessages } from './saved-views-messages';
import type { CurrentSavedView } from './use-current-saved-view';
import { useViewActions } from './use-view-actions';
import type { ViewDialogsProps } from './view-dialogs';

const messages = savedViewsMessages.menu;

const SavedViewLists = lazyComponent<SavedViewListsProps>(
  async () => (await import('./saved-view-lists')).SavedViewLists,
  <Spinner />,
);
const ViewDialogs = lazyComponent<ViewDialogsProps>(async () => (await import('./view-dialogs')).ViewDialogs);

export interface SavedViewsMenuProps {
  savedViews: SavedViews;
  currentView: CurrentSavedView;
  /** Returns the query of the view that the page shows, including its columns and widths. */
  getQuery: () => string;
  /** Shows a query of this table and replaces the current history entry. */
  onShow: (query: string) => void;
  /** More actions for the saved view that the page shows. */
  children?: ReactNode;
}

/** The table's saved views, and buttons to save or reset changes of the current view. */
export function SavedViewsMenu({ savedViews, currentView, getQuery, onShow, children }: SavedViewsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // Closes the popover below the dialog. After the dialog, the focus returns to the trigger.
  const actions = useViewActions(savedViews, () => {
    trigger.current?.focus();
    setOpen(false);
  });
  const { view, isChanged } = currentView;
  const createView = (name: string) => actions.setDialog({ kind: 'create', name, query: getQuery() });
  const saveChanges = (changed: SavedView) => {
    const query = getQuery();
    actions.update(changed, { query });
    onShow(query);
  };
  return (
    <div className={styles.container}>
      <Popover
        flush
        className={styles.popover}
        open={isOpen}
        onOpenChange={setOpen}
        aria-label={messages.label}
        trigger={<MenuTrigger ref={trigger} {...currentView} />}
      >
        <SavedViewLists
          savedViews={savedViews}
          currentId={view?.id}
          actions={actions}
          onOpened={() => setOpen(false)}
        />
        <footer className={styles.footer}>
          <Button size="sm" variant="ghost" icon={<Plus aria-hidden />} onClick={() => createView('')}>
            {messages.saveAsNew}
          </Button>
          {children}
          {!actions.storage.isInstalled && <p className={styles.hint}>{messages.browserOnly}</p>}
        </footer>
      </Popover>
      {view && isChanged && (
        <ChangedViewActions
          view={view}
          onSave={() => saveChanges(view)}
          onSaveCopy={() => createView(view.name)}
        />
      )}
      <LazyDialog open={actions.dialog !== null}>
        <ViewDialogs actions={actions} ownViews={savedViews.ownViews} onCreated={onShow} />
      </LazyDialog>
    </div>
  );
}

function MenuTrigger({ view, isChanged, ...props }: CurrentSavedView & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={chips.add}
      data-current={view !== undefined || undefined}
      aria-label={view && isChanged ? messages.changedView(view.name) : undefined}
      {...preloadOnIntent(SavedViewLists)}
      {...props}
    >
      <Bookmark size={14} aria-hidden />
      <span className={view ? styles.trigger : chips.caption} dir="auto">
        {view ? view.name : messages.trigger}
      </span>
      {isChanged && <span className={styles.dot} aria-hidden />}
    </button>
  );
}

interface ChangedViewActionsProps {
  view: SavedView;
  onSave: () => void;
  onSaveCopy: () => void;
}

function ChangedViewActions({ view, onSave, onSaveCopy }: ChangedViewActionsProps) {
  return (
    <span className={styles.changes}>
      {view.isOwn ? (
        <button type="button" className={chips.add} aria-label={messages.saveLabel} onClick={onSave}>
          <Save size={14} aria-hidden /> {messages.save}
        </button>
      ) : (
        <button type="button" className={chips.add} onClick={onSaveCopy}>
          <Save size={14} aria-hidden /> {messages.saveCopy}
        </button>
      )}
      <Link className={chips.add} href={formatViewHref(view)} aria-label={messages.resetLabel}>
        <RotateCcw size={14} aria-hidden /> {messages.reset}
      </Link>
    </span>
  );
}
