import { ExternalLink } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import { JSONTree } from '@/components/json-tree/json-tree';
import type { ActionResult } from '@/data/actions/response/action-result';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { getRowHeading } from '@/data/titles/row-titles';
import { formatValue } from '@/data/values/value.utils';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Action } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { formatBytes } from '@/lib/text/format';
import { CellValue } from '@/table/cells/values/cell-value';
import { actionsMessages } from '../actions-messages';
import { saveBlob, saveText } from './download';
import { EventsResult } from './events-result';
import { ResultValue } from './result-value';
import styles from './result-view.module.css';
import { RowsResult } from './rows-result';
import { formatJSON, formatRecordJSON, formatRowsCSV } from './rows-text';
import { ResultTools, TextResult } from './text-result';

const messages = actionsMessages.result;

/** The result of a call in the form of its kind, with copy and download. */
export function ResultView({ action, result }: { action: Action; result: ActionResult }) {
  return (
    <section className={styles.result} aria-label={messages.label}>
      <ResultContent action={action} result={result} />
    </section>
  );
}

/** The content for the kind of a result. */
function ResultContent({ action, result }: { action: Action; result: ActionResult }) {
  switch (result.kind) {
    case 'none':
      return <p className={styles.note}>{messages.none}</p>;
    case 'rows':
      return <RowsResult action={action} result={result} />;
    case 'record':
      return <RecordResult action={action} result={result} />;
    case 'value':
      return (
        <>
          <p className={styles.value}>
            <CellValue column={result.column} value={result.value} grouped full linked />
          </p>
          <ResultTools
            text={formatValue(result.column, result.value, { precision: 'full' })}
            fileName={`${action.name}.txt`}
          />
        </>
      );
    case 'message':
      return (
        <>
          <p className={styles.message}>{result.text}</p>
          <ResultTools text={result.text} fileName={`${action.name}.txt`} />
        </>
      );
    case 'text':
    case 'markdown':
      return <TextResult action={action} text={result.text} isMarkdown={result.kind === 'markdown'} />;
    case 'events':
      return <EventsResult action={action} events={result.events} />;
    case 'json':
      return (
        <>
          <JSONTree value={result.value} />
          <ResultTools text={formatJSON(result.value)} fileName={`${action.name}.json`} />
        </>
      );
    case 'link':
      return <LinkResult {...result} />;
    case 'object':
      return (
        <p className={styles.links}>
          <Link href={fileHref(result)} className={styles.link} dir="auto">
            {result.path}
          </Link>
        </p>
      );
    case 'file':
      return <FileResult {...result} />;
  }
}

/** Returns the page of a file: its folder, with the file open. */
function fileHref({ bucket, path }: { bucket: string; path: string }): string {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const query = new URLSearchParams({ file: path.split('/').at(-1) ?? '' });
  return `${hrefs.files(bucket, folder)}?${query}`;
}

interface RecordResultProps {
  action: Action;
  result: Extract<ActionResult, { kind: 'record' }>;
}

/** A row as a list of its columns, with copy, download, and a link to the record if it is a row of a table. */
function RecordResult({ action, result }: RecordResultProps) {
  const { columns, row, table } = result;
  const key = table && getRowKey(table, row);
  const text = formatRecordJSON(columns, row);
  return (
    <>
      <dl className={styles.record}>
        {columns.map((column) => (
          <div key={column.name}>
            <dt dir="auto">{column.title}</dt>
            <dd>
              <ResultValue column={column} table={table} row={row} linked />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.tools}>
        <CopyButton text={text} />
        <Button size="sm" onClick={() => saveText(`${action.name}.json`, text)}>
          {messages.downloadJSON}
        </Button>
        <Button
          size="sm"
          onClick={() =>
            void formatRowsCSV(columns, [row]).then((csv) => saveText(`${action.name}.csv`, csv))
          }
        >
          {messages.downloadCSV}
        </Button>
        {table && key && (
          <Link href={hrefs.record(table.schema, table.name, formatRecord(key))} className={styles.link}>
            {messages.openRecord(getRowHeading(table, row))}
          </Link>
        )}
      </div>
    </>
  );
}

/** A link to an address outside of the app, `text`, that opens in a new tab. */
function LinkResult({ text, title }: { text: string; title: string }) {
  return (
    <div className={styles.tools}>
      <a className={styles.link} href={text} target="_blank" rel="noreferrer" dir="auto">
        {title} <ExternalLink size={13} aria-label={messages.openLink} />
      </a>
      <CopyButton text={text} />
    </div>
  );
}

/** A file that the function returned, with a button to download it. */
function FileResult({ name, blob }: { name: string; blob: Blob }) {
  return (
    <div className={styles.tools}>
      <span dir="auto">{messages.file(name, formatBytes(blob.size))}</span>
      <Button size="sm" variant="primary" onClick={() => saveBlob(name, blob)}>
        {messages.download}
      </Button>
    </div>
  );
}
