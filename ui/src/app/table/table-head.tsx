import { Plus } from 'lucide-react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '@/components/controls/button';
import { PageHeader } from '@/components/page-header';
import { viewHref } from '@/data/saved-views/saved-views.utils';
import { rowNoun } from '@/data/values/value.utils';
import { TransferMenu } from '@/features/export/transfer-menu';
import { Ungroupable } from '@/features/grid/group/ungroupable';
import { MissingColumns } from '@/features/saved-views/missing-columns';
import { SavedViewsMenu } from '@/features/saved-views/saved-views-menu';
import { useSchema } from '@/lib/session';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import { useTable } from '@/table/table-context';
import { isViewOnly, ViewOnlyBadge } from '@/table/view-only-badge';
import { Toolbar } from './table-toolbar';
import type { TablePageShown } from './use-table-page';
import { ViewColumn } from './view-column';

export interface TableHeadProps {
  page: TablePageShown;
  narrow: boolean;
  adding: NewFilterState;
  setAdding: (state: NewFilterState) => void;
  onCreate: (() => void) | undefined;
}

/** Characters of a noun beyond which a button with it would take the title's room. */
const longestNoun = 24;

/** What stands over the rows: which table it is, what decides its rows, and what of the address it couldn't follow. */
export function TableHead({ page, narrow, adding, setAdding, onCreate }: TableHeadProps) {
  const { table } = useTable();
  const schema = useSchema();
  const noun = rowNoun(table) ?? 'record';
  const { state, change, relations, view, rowsView, query, shown, setColumns, saved, savedView } = page;
  const { kind, column, columns, choices } = view;
  const show = (text: string) =>
    navigate(viewHref({ schema: table.schema, table: table.name, query: text }), { replace: true });
  return (
    <>
      <PageHeader
        crumbs={[{ label: table.schema === schema.schemas[0] ? 'Tables' : table.schema }]}
        title={table.title}
        beside={isViewOnly(table) && <ViewOnlyBadge table={table} />}
        actions={
          onCreate && (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={onCreate}>
              {narrow ? 'New' : `New ${noun.length > longestNoun ? 'record' : noun}`}
            </Button>
          )
        }
      />
      <Toolbar
        {...{ state, change, shown, relations, adding, kind }}
        offered={view.offered}
        hideColumns={kind === 'grid' && narrow}
        saved={<SavedViewsMenu {...{ saved, query }} current={savedView} onShow={show} />}
        onAddingChange={setAdding}
        onColumnsChange={setColumns}
      >
        {column && choices.length > 1 && (
          <ViewColumn
            label={view.label}
            columns={choices}
            value={column}
            onChange={(next) => change({ view: { ...state.view, column: next } })}
          />
        )}
        <TransferMenu {...{ columns, query }} view={rowsView} />
      </Toolbar>
      <MissingColumns {...{ state, change }} />
      <Ungroupable {...{ state, change }} />
    </>
  );
}
