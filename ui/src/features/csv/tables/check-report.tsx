import { CircleAlert, CircleCheck } from 'lucide-react';
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
}

/** Shows how many rows can be imported by the schema, and lists the others with their reasons. */
export function CheckReport({ isChecking, result, hasHeader }: CheckReportProps) {
  const hasRejections = result !== undefined && result.rejectedCount > 0;
  return (
    <div className={styles.check}>
      <p role="status" data-tone={hasRejections ? 'warn' : 'ok'}>
        <CheckStatus isChecking={isChecking} result={result} />
      </p>
      {!isChecking && hasRejections && (
        <RejectionTable label={messages.invalidRows} rejections={result.rejections} hasHeader={hasHeader} />
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
      <CircleAlert size={14} aria-hidden /> {messages.someInvalid(validCount, rejectedCount)}
    </>
  );
}
