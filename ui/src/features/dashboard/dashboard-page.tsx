import { LayoutDashboard, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { PageHeader } from '@/components/page-header';
import { type Dashboard, useDashboards } from '@/data/dashboards/dashboards';
import type { SavedView } from '@/data/saved-views/saved-views.utils';
import {
  idleComponent,
  LazyDialog,
  lazyComponent,
  preloadOnIntent,
} from '@/lib/browser/loading/lazy-loading';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { hrefs } from '@/lib/routes';
import { DashboardMenu } from './dashboard-menu';
import { dashboardMessages } from './dashboard-messages';
import styles from './dashboard-page.module.css';
import { RenameTileDialog } from './dialogs/rename-tile-dialog';
import { DashboardGrid } from './grid/dashboard-grid';
import { useDashboardActions } from './use-dashboard-actions';
import { type DashboardTiles, useDashboardTiles } from './use-dashboard-tiles';

const messages = dashboardMessages.page;

const DashboardDialogs = idleComponent(
  async () => (await import('./dialogs/dashboard-dialogs')).DashboardDialogs,
);
const AddTileDialog = lazyComponent(async () => (await import('./dialogs/add-tile-dialog')).AddTileDialog);

/** The page of a dashboard. */
export function DashboardPage({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const { dashboards, ownViews, isPending, error, retry } = useDashboards();
  const dashboard = dashboards.find((each) => each.id === id);
  useDocumentTitle(dashboard?.name ?? messages.crumb);
  if (dashboard) return <LoadedDashboard key={id} dashboard={dashboard} ownViews={ownViews} />;
  return (
    <>
      <PageHeader title={messages.crumb} />
      {isPending ? (
        <div className={styles.content} role="status" aria-busy="true" aria-label={messages.loading}>
          <div className={styles.placeholders}>
            {[1, 2, 3, 4].map((tile) => (
              <div key={tile} className={styles.placeholder}>
                <Skeleton width="45%" height={12} />
                <Skeleton width="70%" height={28} />
              </div>
            ))}
          </div>
        </div>
      ) : error ? (
        <div className={styles.content}>
          <ErrorNotice error={error} title={messages.loadFailed} onRetry={retry} />
        </div>
      ) : (
        <EmptyState
          icon={<LayoutDashboard aria-hidden />}
          title={messages.notFound}
          action={
            <Button variant="primary" onClick={() => navigate(hrefs.home())}>
              {messages.goHome}
            </Button>
          }
        >
          {messages.notFoundHint}
        </EmptyState>
      )}
    </>
  );
}

function LoadedDashboard({ dashboard, ownViews }: { dashboard: Dashboard; ownViews: readonly SavedView[] }) {
  const actions = useDashboardActions(dashboard, ownViews);
  const editor = useDashboardTiles(dashboard);
  const [isAdding, setAdding] = useState(false);
  const addButton = dashboard.isOwn && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => setAdding(true)}
      {...preloadOnIntent(AddTileDialog)}
    >
      {messages.addTile}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: messages.crumb }]}
        title={dashboard.name}
        titleAddon={
          dashboard.isOwn ? (
            <TilesSaveBadge {...editor} />
          ) : (
            <span className={styles.badge}>{messages.sharedBadge}</span>
          )
        }
        actions={
          <>
            <DashboardMenu actions={actions} />
            {editor.tiles.length > 0 && addButton}
          </>
        }
      />
      <div className={styles.page} data-scroller>
        <div className={styles.content}>
          {editor.tiles.length === 0 ? (
            <EmptyState icon={<LayoutDashboard aria-hidden />} title={messages.empty} action={addButton}>
              {dashboard.isOwn ? messages.emptyHint : messages.emptyShared}
            </EmptyState>
          ) : (
            <DashboardGrid editor={editor} />
          )}
        </div>
      </div>
      <DashboardDialogs actions={actions} />
      <RenameTileDialog editor={editor} />
      <LazyDialog open={isAdding}>
        <AddTileDialog open={isAdding} onClose={() => setAdding(false)} onAdd={editor.add} />
      </LazyDialog>
    </>
  );
}

/** States that changes are not saved yet; after an error, with the button that tries again. */
function TilesSaveBadge({
  status,
  retry,
  isRetrying,
}: Pick<DashboardTiles, 'status' | 'retry' | 'isRetrying'>) {
  return (
    <>
      <span role="status">
        {status && (
          <span className={styles.badge} data-status={status}>
            {status === 'failed' ? messages.failedBadge : messages.queuedBadge}
          </span>
        )}
      </span>
      {status === 'failed' && (
        <Button size="sm" pending={isRetrying} onClick={retry}>
          {messages.retry}
        </Button>
      )}
    </>
  );
}
