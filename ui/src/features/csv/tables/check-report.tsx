import { CircleAlert, CircleCheck, Download } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import type { Table } from '@/lib/api.gen';
import type { CheckResult, ColumnMapping } from '../csv.types';
import { csvMessages } from '../csv-messages';
import styles from '../page/import-page.module.css';
import { InvalidRowsTable } from './invalid-rows-table';

const messages = csvMessages.check;

export interface CheckReportProps {
  isChecking: boolean;
  result: CheckResult | undefined;
  /** Whether nothing can be imported before the user maps the required columns. */
  isBlocked: boolean;
  table: Table;
  mappings: readonly ColumnMapping[];
  hasHeader: boolean;
  /** Replaces a cell of the file. */
  onCorrect: (row: number, sourceIndex: number, text: string) => void;
  /** Downloads the rows that can't be imported with their reasons. */
  onDownload: () => void;
}

/** Shows how many rows can be imported by the schema, and lets the user correct the others. */
export function CheckReport(props: CheckReportProps) {
  const { isChecking, result, isBlocked, table, mappings, hasHeader, onCorrect, onDownload } = props;
  const hasRejections = result !== undefined && result.rejectedCount > 0;
  return (
    <div className={styles.check}>
      <p role="status" data-tone={hasRejections ? 'warn' : 'ok'}>
        <CheckStatus {...{ isChecking, result, isBlocked }} />
      </p>
      {hasRejections && (
        <>
          <p className={styles.hint}>{messages.correct}</p>
          <InvalidRowsTable rows={result.invalidRows} {...{ table, mappings, hasHeader, onCorrect }} />
          {result.rejectedCount > result.invalidRows.length && (
            <p className={styles.hint}>
              {messages.moreInvalid(result.invalidRows.length, result.rejectedCount)}
            </p>
          )}
          <Button size="sm" icon={<Download aria-hidden />} className={styles.download} onClick={onDownload}>
            {csvMessages.progress.downloadRejected}
          </Button>
        </>
      )}
    </div>
  );
}

function CheckStatus(props: Pick<CheckReportProps, 'isChecking' | 'result' | 'isBlocked'>) {
  const { isChecking, result, isBlocked } = props;
  if (isChecking) {
    return (
      <>
        <Spinner size={14} label="" /> {messages.checking}
      </>
    );
  }
  if (!result) return null;
  const { validCount, rejectedCount } = result;
  if (rejectedCount === 0) {
    if (isBlocked) return null;
    return (
      <>
        <CircleCheck size={14} aria-hidden /> {messages.allValid(validCount)}
      </>
    );
  }
  return (
    <>
      <CircleAlert size={14} aria-hidden />{' '}
      {validCount === 0 ? messages.noneValid : messages.someInvalid(validCount, rejectedCount)}
    </>
  );
}
