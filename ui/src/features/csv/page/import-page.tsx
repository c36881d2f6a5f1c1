import { FileX, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/page-header';
import type { Table } from '@/lib/api.gen';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { useSchema, useUser } from '@/lib/session';
import type { ImportPlan, TableAccess } from '../csv.types';
import { FileChooser } from './file-chooser';
import { FileImport, type OpenSource } from './file-import';
import { ImportDropZone } from './import-drop-zone';
import styles from './import-page.module.css';

export interface ImportPageProps {
  schema: string;
  table: string;
  /** The file that led here, if one was dropped. */
  file: File | undefined;
  access: TableAccess;
  openSource: OpenSource;
}

/** Rows from a CSV file into a table: choose the file, say what goes where, put it in. */
export function ImportPage({ schema, table: name, file: dropped, access, openSource }: ImportPageProps) {
  const table = findTable(useSchema(), schema, name);
  const [chosen, setChosen] = useState<{ file: File; turn: number } | undefined>(
    dropped && { file: dropped, turn: 0 },
  );
  const [previousPlans] = useState(() => new Map<string, ImportPlan>());
  const [busy, setBusy] = useState(false);
  useDocumentTitle(table ? `Import into ${table.title}` : name);
  if (!table) {
    return (
      <>
        <PageHeader title={name} />
        <EmptyState icon={<SearchX aria-hidden />} title={`There is no table “${name}” for you`}>
          Either it doesn’t exist, or your role has no grant on it.
        </EmptyState>
      </>
    );
  }
  const choose = (file: File) => setChosen({ file, turn: (chosen?.turn ?? 0) + 1 });
  return (
    <>
      <PageHeader
        crumbs={[{ label: table.title, href: hrefs.table(table.schema, table.name) }]}
        title="Import CSV"
      />
      {table.privileges.insert ? (
        <ImportDropZone label={`Import into ${table.title}`} enabled={!busy} onFile={choose}>
          <div className={styles.scroll}>
            {chosen ? (
              <FileImport
                key={chosen.turn}
                {...{ table, access, openSource, previousPlans }}
                file={chosen.file}
                onChooseOtherFile={() => setChosen(undefined)}
                onBusyChange={setBusy}
              />
            ) : (
              <FileChooser table={table} onFile={choose} />
            )}
          </div>
        </ImportDropZone>
      ) : (
        <NoPermission table={table} />
      )}
    </>
  );
}

function NoPermission({ table }: { table: Table }) {
  const { role } = useSchema();
  const { name } = useUser();
  return (
    <EmptyState
      icon={<FileX aria-hidden />}
      title={`You may not add rows to ${table.title}`}
      action={<Link href={hrefs.table(table.schema, table.name)}>Back to the table</Link>}
    >
      {name}, your role “{role}” has no permission to insert into <code>{table.name}</code>. Ask who runs this
      workspace to grant it.
    </EmptyState>
  );
}
