import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/page-header';
import { InsertOnlyForm } from '@/features/record/form/insert-only-form';
import type { Table } from '@/lib/api.gen';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { useSchema, useUser } from '@/lib/session';
import { useChangeSession } from '@/table/change-session-context';
import { RowSelection } from '@/table/selection/row-selection';
import { TableScope } from '@/table/table-scope';
import { TableView } from './table-view';

export interface TablePageProps {
  schema: string;
  table: string;
}

/** A table: its rows, and the record that is open over them. */
export function TablePage({ schema: schemaName, table: tableName }: TablePageProps) {
  const schema = useSchema();
  const table = findTable(schema, schemaName, tableName);
  useDocumentTitle(table?.title ?? tableName);
  if (!table) return <TableNotFound name={tableName} />;
  if (!table.privileges.select) return <NoPermission table={table} />;
  return <ReadableTablePage key={`${schemaName}.${tableName}`} table={table} />;
}

/** Ticks live as long as one is in the table; edits are the visit's. */
function ReadableTablePage({ table }: { table: Table }) {
  const edits = useChangeSession().edits(table);
  const [selection] = useState(() => new RowSelection());
  return <TableView table={table} edits={edits} selection={selection} />;
}

function TableNotFound({ name }: { name: string }) {
  const { role } = useSchema();
  return (
    <>
      <PageHeader crumbs={[{ label: 'Tables' }]} title={name} />
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={`There is no table “${name}” for you`}
        action={
          <Button variant="primary" onClick={() => history.back()}>
            Go back
          </Button>
        }
      >
        Either it doesn’t exist, or your role (“{role}”) has no grant on it. Whoever runs this workspace can
        tell, and can grant it.
      </EmptyState>
    </>
  );
}

/** A table that can't be read: where it may be written to, the form for a new record is all there is. */
function NoPermission({ table }: { table: Table }) {
  const { role } = useSchema();
  const user = useUser();
  const crumbs = [{ label: 'Tables', href: hrefs.home() }];
  if (table.privileges.insert) {
    return (
      <>
        <PageHeader crumbs={crumbs} title={table.title} />
        <TableScope key={`${table.schema}.${table.name}`} table={table}>
          <InsertOnlyForm />
        </TableScope>
      </>
    );
  }
  return (
    <>
      <PageHeader crumbs={crumbs} title={table.title} />
      <EmptyState icon={<SearchX aria-hidden />} title="You may not read these rows">
        {user.name}, your role “{role}” has no permission to select from <code>{table.name}</code>. Ask who
        runs this workspace to grant it.
      </EmptyState>
    </>
  );
}
