import { FileX, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/page-header';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import type { ImportPlan, TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { FileChooser } from './file-chooser';
import { FileImport, type OpenSource } from './file-import';
import { ImportDropZone } from './import-drop-zone';
import styles from './import-page.module.css';

const messages = csvMessages.page;

export interface ImportPageProps {
  schema: string;
  table: string;
  /** The file that was dropped on the table's page and opened this page. */
  file: File | undefined;
  access: TableAccess;
  openSource: OpenSource;
}

/** Page that imports the rows of CSV files into a table. */
export function ImportPage({ schema, table: name, file, access, openSource }: ImportPageProps) {
  const table = findTable(useSchema(), schema, name);
  useDocumentTitle(table ? messages.importInto(table.title) : name);
  if (!table) {
    return (
      <>
        <PageHeader title={name} />
        <EmptyState icon={<SearchX aria-hidden />} title={messages.tableNotFound}>
          {messages.tableNotFoundReason(name)}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        crumbs={[{ label: table.title, href: hrefs.table(table.schema, table.name) }]}
        title={messages.title}
      />
      {table.privileges.insert ? (
        <TableImport {...{ table, file, access, openSource }} />
      ) : (
        <NotAllowed table={table} />
      )}
    </>
  );
}

interface TableImportProps extends Pick<ImportPageProps, 'file' | 'access' | 'openSource'> {
  table: Table;
}

/** Asks for a file, then imports it. A new file starts a new import. */
function TableImport({ table, file: firstFile, access, openSource }: TableImportProps) {
  const [chosen, setChosen] = useState<{ file: File; importId: number } | undefined>(
    firstFile && { file: firstFile, importId: 0 },
  );
  const [previousPlans] = useState(() => new Map<string, ImportPlan>());
  const [isBusy, setBusy] = useState(false);
  const choose = (file: File) => setChosen({ file, importId: (chosen?.importId ?? 0) + 1 });
  return (
    <ImportDropZone label={messages.importInto(table.title)} enabled={!isBusy} onFile={choose}>
      <div className={styles.scroll}>
        {chosen ? (
          <FileImport
            key={chosen.importId}
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
  );
}

function NotAllowed({ table }: { table: Table }) {
  const { role } = useSchema();
  return (
    <EmptyState
      icon={<FileX aria-hidden />}
      title={messages.notAllowed(table.title)}
      action={<Link href={hrefs.table(table.schema, table.name)}>{messages.backToTable}</Link>}
    >
      {messages.notAllowedReason(role)}
    </EmptyState>
  );
}
