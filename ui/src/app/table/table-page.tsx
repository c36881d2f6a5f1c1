import { useQuery } from '@tanstack/react-query';
import { SearchX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/page-header';
import { rowCountQuery } from '@/data/paging/counts/row-count-query';
import type { Table } from '@/lib/api.gen';
import { openSecondFactorPrompt } from '@/lib/auth/second-factor-prompt';
import { useSchema } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { useChangeSession } from '@/table/change-session-context';
import { RowSelection } from '@/table/selection/row-selection';
import { TableScope } from '@/table/table-scope';
import { LazyInsertOnlyForm } from './record/lazy-record';
import { tablePageMessages as messages } from './table-page-messages';
import { TableView } from './view/table-view';

export interface TablePageProps {
  schema: string;
  table: string;
}

/** The page of a table. States why if the table doesn't exist or can't be read. */
export function TablePage({ schema: schemaName, table: tableName }: TablePageProps) {
  const schema = useSchema();
  const table = findTable(schema, schemaName, tableName);
  useDocumentTitle(table?.title ?? tableName);
  if (!table) return <TableNotFound name={tableName} />;
  if (table.secondFactor.select) return <SecondFactorRequired table={table} />;
  if (!table.privileges.select) return <NoPermission table={table} />;
  if (table.columns.length === 0) return <NoColumns table={table} />;
  return <ReadableTablePage key={`${schemaName}.${tableName}`} table={table} />;
}

/** The page of a table with its rows. Ticked rows exist as long as the page; edits belong to the change session. */
function ReadableTablePage({ table }: { table: Table }) {
  const edits = useChangeSession().edits(table);
  const [selection] = useState(() => new RowSelection());
  return <TableView table={table} edits={edits} selection={selection} />;
}

function TableNotFound({ name }: { name: string }) {
  const { role } = useSchema();
  return (
    <>
      <PageHeader crumbs={[{ label: messages.tables }]} title={name} />
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={messages.notFound}
        action={
          <Button variant="primary" onClick={() => history.back()}>
            {messages.goBack}
          </Button>
        }
      >
        {messages.notFoundHint(role)}
      </EmptyState>
    </>
  );
}

/** Shown for a table without columns, whose rows have no values. */
function NoColumns({ table }: { table: Table }) {
  const count = useQuery(rowCountQuery(table, []));
  return (
    <>
      <PageHeader crumbs={[{ label: messages.tables, href: hrefs.home() }]} title={table.title} />
      <EmptyState icon={<SearchX aria-hidden />} title={messages.noColumns}>
        {messages.noColumnsHint(count.data)}
      </EmptyState>
    </>
  );
}

/** Shown in place of the rows, of which the database returns none before the user has entered a second factor. */
function SecondFactorRequired({ table }: { table: Table }) {
  const { label, hint, enterCode } = messages.secondFactor;
  return (
    <>
      <PageHeader crumbs={[{ label: messages.tables, href: hrefs.home() }]} title={table.title} />
      <EmptyState
        icon={<ShieldCheck aria-hidden />}
        title={label}
        action={
          <Button variant="primary" onClick={openSecondFactorPrompt}>
            {enterCode}
          </Button>
        }
      >
        {hint(<b dir="auto">{table.title}</b>)}
      </EmptyState>
    </>
  );
}

/** The page of a table that the role can't read: the form for a new record if the role can add rows, otherwise the reason. */
function NoPermission({ table }: { table: Table }) {
  const { role } = useSchema();
  const crumbs = [{ label: messages.tables, href: hrefs.home() }];
  if (table.privileges.insert) {
    return (
      <>
        <PageHeader crumbs={crumbs} title={table.title} />
        <TableScope key={`${table.schema}.${table.name}`} table={table}>
          <LazyInsertOnlyForm />
        </TableScope>
      </>
    );
  }
  return (
    <>
      <PageHeader crumbs={crumbs} title={table.title} />
      <EmptyState icon={<SearchX aria-hidden />} title={messages.noPermission}>
        {messages.noPermissionHint(role, <code>{table.name}</code>)}
      </EmptyState>
    </>
  );
}
