import { Plus } from 'lucide-react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '@/components/controls/button';
import { PageHeader } from '@/components/page-header';
import { formatViewHref } from '@/data/saved-views/saved-views.utils';
import { findRowNoun } from '@/data/titles/row-titles';
import { ImportExportMenu } from '@/features/export/import-export-menu';
import { UngroupableNotice } from '@/features/grid/group/ungroupable-notice';
import { SavedViewsMenu } from '@/features/saved-views/saved-views-menu';
import { UnknownColumnsNotice } from '@/features/saved-views/unknown-columns-notice';
import { needsSecondFactor } from '@/lib/auth/second-factor-prompt';
import { useSchema } from '@/lib/auth/session';
import { idleComponent, optionalComponent } from '@/lib/browser/loading/lazy-loading';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import type { FollowButtonProps } from '@/table/follows/follow-button';
import { useTable } from '@/table/table-context';
import { FavoriteButton } from '@/table/view/favorite-button';
import { isViewOnly, ViewOnlyBadge } from '@/table/view/notices/view-only-badge';
import { AddToDashboard } from './dashboard/add-to-dashboard';
import { SecondFactorBadge } from './second-factor-badge';
import { tablePageMessages as messages } from './table-page-messages';
import { TableToolbar } from './table-toolbar';
import type { TablePageState } from './use-table-page';
import { ViewColumnMenu } from './view/view-column-menu';

// Not earlier than when the page is idle: these belong to chunks that the first rows do not need.
const PresenceMenu = idleComponent(async () => (await import('@/features/live/presence-menu')).PresenceMenu);

const TableActionsMenu = idleComponent(
  async () => (await import('@/table/actions/table-actions-menu')).TableActionsMenu,
);

const FollowButton = optionalComponent<FollowButtonProps>(
  async () => (await import('@/table/follows/follow-button')).FollowButton,
);

export interface TableHeadProps {
  page: TablePageState;
  narrow: boolean;
  addFilterState: NewFilterState;
  setAddFilterState: (state: NewFilterState) => void;
  onCreate: (() => void) | undefined;
}

/** Maximum length of the noun on the button, in characters. A longer noun would displace the title. */
const maxNounLength = 24;

/** The head of a table's page: the title, the toolbar, and notices about parts of the URL that do not apply to the table. */
export function TableHead({ page, narrow, addFilterState, setAddFilterState, onCreate }: TableHeadProps) {
  const { table } = useTable();
  const {
    state,
    change: onChange,
    relations,
    view,
    rowsView,
    query: getQuery,
    columnNames,
    setColumns,
    saved: savedViews,
    savedView,
  } = page;
  const { kind, column, columns, choices } = view;
  const show = (text: string) =>
    navigate(formatViewHref({ schema: table.schema, table: table.name, query: text }), { replace: true });
  const dashboardProps = {
    ...{ table, getQuery },
    title: savedView.view && !savedView.isChanged ? savedView.view.name : '',
  };
  return (
    <>
      <TableTitle narrow={narrow} onCreate={onCreate} />
      <TableToolbar
        {...{ state, change: onChange, columnNames, relations, addFilterState, kind }}
        availableKinds={view.availableKinds}
        hideColumns={(kind === 'grid' && narrow) || kind === 'chart'}
        savedViews={
          <SavedViewsMenu {...{ savedViews, getQuery }} currentView={savedView} onShow={show}>
            {savedView.view && <FollowButton page={{ ...savedView.view, title: savedView.view.name }} />}
            {kind !== 'chart' && <AddToDashboard variant="ghost" {...dashboardProps} />}
          </SavedViewsMenu>
        }
        onAddFilterStateChange={setAddFilterState}
        onColumnsChange={setColumns}
      >
        {column && choices.length > 1 && (
          <ViewColumnMenu
            label={view.label}
            columns={choices}
            value={column}
            onChange={(next) => onChange({ view: { ...state.view, column: next } })}
          />
        )}
        {kind === 'chart' && <AddToDashboard variant="secondary" {...dashboardProps} />}
        <TableActionsMenu />
        <ImportExportMenu {...{ columns, getQuery }} view={rowsView} />
      </TableToolbar>
      <UnknownColumnsNotice {...{ state, onChange }} />
      <UngroupableNotice {...{ state, change: onChange }} />
    </>
  );
}

/** The title of the table with its badges, the users who are present, and the button that creates a record. */
function TableTitle({ narrow, onCreate }: Pick<TableHeadProps, 'narrow' | 'onCreate'>) {
  const { table } = useTable();
  const schema = useSchema();
  const noun = findRowNoun(table);
  const isNounShort = noun !== undefined && noun.length <= maxNounLength;
  return (
    <PageHeader
      crumbs={[{ label: table.schema === schema.schemas[0] ? messages.tables : table.schema }]}
      title={table.title}
      titleAddon={
        <>
          {needsSecondFactor(table) ? (
            <SecondFactorBadge />
          ) : (
            isViewOnly(table) && <ViewOnlyBadge table={table} />
          )}
          <FavoriteButton />
        </>
      }
      actions={
        <>
          <PresenceMenu />
          {onCreate && (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={onCreate}>
              {narrow ? messages.newShort : isNounShort ? messages.newNoun(noun) : messages.newRecord}
            </Button>
          )}
        </>
      }
    />
  );
}
