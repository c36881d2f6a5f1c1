import { useEffect, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { useSchema } from '@/lib/auth/session';
import { formulaPattern } from '@/lib/text/formula';
import type { FileJobItem, FileJobRecord } from '../file-job.types';
import { fileJobs } from '../file-jobs';
import { jobsMessages } from '../jobs-messages';
import { describePart } from './describe-job';
import styles from './job-report.module.css';

const messages = jobsMessages.report;

/** Number of files that the report shows; its download contains all. */
const maxShown = 500;

export interface JobReportProps {
  /** The job; null closes the dialog. */
  record: FileJobRecord | null;
  onClose: () => void;
}

/** Lists the files that a job did not process, with the reason of each. */
export function JobReport({ record, onClose }: JobReportProps) {
  const { role } = useSchema();
  const [items, setItems] = useState<readonly FileJobItem[]>([]);
  const id = record?.id;
  useEffect(() => {
    if (id !== undefined) void fileJobs.items(id).then(setItems);
  }, [id]);
  const open = items.filter(({ outcome }) => outcome !== 'done');
  return (
    <Dialog
      open={record !== null}
      onOpenChange={(next) => !next && onClose()}
      title={messages.title[record?.kind ?? 'move']}
      description={record && describeReport(record, role)}
      size="md"
      footer={
        <>
          <Button onClick={() => void downloadReport(items)}>{messages.download}</Button>
          <Button variant="primary" onClick={onClose}>
            {messages.close}
          </Button>
        </>
      }
    >
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{messages.file}</th>
              <th scope="col">{messages.reason}</th>
            </tr>
          </thead>
          <tbody>
            {open.slice(0, maxShown).map((item) => (
              <tr key={item.index}>
                <td dir="auto">{item.from}</td>
                <td>
                  {messages.reasons[item.outcome]}
                  {item.outcome === 'failed' && item.note && <small>{item.note}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open.length > maxShown && <p>{messages.more(open.length - maxShown)}</p>}
    </Dialog>
  );
}

/** Returns how much is done, and who can change the policies if one rejected a file. */
function describeReport(record: FileJobRecord, role: string): string {
  const part = `${describePart(record, record.counts)}.`;
  return record.counts.rejected > 0 ? `${part} ${messages.summary(role)}` : part;
}

/** Downloads the report of a job as CSV, with its objects, their outcomes and reasons. */
async function downloadReport(items: readonly FileJobItem[]) {
  const { default: Papa } = await import('papaparse');
  const rows = items.map(({ from, to, outcome, note }) => [from, to ?? '', messages.reasons[outcome], note]);
  // A name must not become a formula in the spreadsheet that opens the file.
  const csv = Papa.unparse([messages.columns, ...rows], { escapeFormulae: formulaPattern });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\ufeff${csv}`], { type: 'text/csv' })); // the mark declares UTF-8
  link.download = messages.fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
