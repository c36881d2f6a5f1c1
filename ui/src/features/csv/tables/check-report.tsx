import { CircleAlert, CircleCheck, Download } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import type { CheckResult } from '../csv.types';
import { csvMessages } from '../csv-messages';
import styles from '../page/import-page.module.css';
import { RejectionTable } from './rejection-table';

const messages = csvMessages.check;

export interface CheckReportProps {
  isChecking: boolean;
  result: CheckResult | undefined;
  hasHeader: boolean;
  /** Downloads the rows that can't be imported with their reasons. */
  onDownload: () => void;
}

/** Shows how many rows can be imported by the schema, and lists the others with their reasons. */
export function CheckReport({ isChecking, result, hasHeader, onDownload }: CheckReportProps) {
  const hasRejections = result !== undefined && result.rejectedCount > 0;
  return (
    <div className={styles.check}>
      <p role="status" data-tone={hasRejections ? 'warn' : 'ok'}>
        <CheckStatus isChecking={isChecking} result={result} />
      </p>
      {!isChecking && hasRejections && (
        <>
          <RejectionTable label={messages.invalidRows} rejections={result.rejections} hasHeader={hasHeader} />
          <Button size="sm" icon={<Download aria-hidden />} className={styles.download} onClick={onDownload}>
            {csvMessages.progress.downloadRejected}
          </Button>
        </>
      )}
    </div>
  );
}

function CheckStatus({ isChecking, result }: Pick<CheckReportProps, 'isChecking' | 'result'>) {
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
