import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import type { RowChange } from '@/data/writes/edits/row-changes';
import type { UndoStep } from '@/data/writes/history/change';
import type { Table } from '@/lib/api.gen';
import { isOnline } from '@/lib/requests/connection';
import { useChangeSession } from '@/table/change-session-context';
import type { FileSource, FileSummary, ImportPlan, ReadOptions, TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { listKnownNames } from '../mapping/column-names.utils';
import { type CheckedPlan, PlanStep } from '../mapping/plan-step';
import { ImportJob } from '../run/import-job';
import { ProgressStep, type ProgressStepProps } from '../run/progress-step';
import styles from './import-page.module.css';
import { getReadOptions } from './pasted-rows';

const messages = csvMessages.page;

/** Creates a source that reads one file, and the function that closes it. */
export type OpenSource = () => { source: FileSource; close: () => void };

export interface FileImportProps {
  table: Table;
  file: File;
  access: TableAccess;
  openSource: OpenSource;
  onChooseOtherFile: () => void;
  /** The plans of the last files by their column names. A corrected file starts with the plan of the first. */
  previousPlans: Map<string, ImportPlan>;
  /** Called with true while rows are imported: a different file must not replace this one. */
  onBusyChange: (isBusy: boolean) => void;
}

/** Imports one file: reads it, asks for the plan and shows the progress. */
export function FileImport(props: FileImportProps) {
  const { openSource } = props;
  const [source, setSource] = useState<FileSource>();
  useEffect(() => {
    const opened = openSource();
    setSource(opened.source);
    return opened.close;
  }, [openSource]);
  return source ? <OpenedFile {...props} source={source} /> : null;
}

type OpenedFileProps = FileImportProps & { source: FileSource };

function OpenedFile(props: OpenedFileProps) {
  const { table, file, source, onChooseOtherFile } = props;
  const [options, setOptions] = useState<ReadOptions>({});
  const reading = useQuery({
    queryKey: ['csv', useId(), 'read', options],
    queryFn: async () =>
      source.read(file, { ...(await getReadOptions(file)), ...options }, listKnownNames(table)),
    placeholderData: (previous) => previous,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (reading.error) {
    return (
      <div className={styles.narrow}>
        <ErrorNotice error={reading.error} title={messages.readFailed(file.name)} />
        <Button onClick={onChooseOtherFile}>{messages.chooseOtherFile}</Button>
      </div>
    );
  }
  if (!reading.data)
    return <Spinner className={styles.spinner} size={20} label={messages.reading(file.name)} />;
  const { columnNames, unreadableReason } = reading.data;
  if (columnNames.length === 0) {
    return (
      <EmptyState
        icon={<FileQuestion aria-hidden />}
        title={unreadableReason ? messages.notImportable(file.name) : messages.empty(file.name)}
        action={<Button onClick={onChooseOtherFile}>{messages.chooseOtherFile}</Button>}
      >
        {unreadableReason}
      </EmptyState>
    );
  }
  return <ReadableFile {...props} summary={reading.data} options={options} onOptionsChange={setOptions} />;
}

interface ReadableFileProps extends OpenedFileProps {
  summary: FileSummary;
  options: ReadOptions;
  onOptionsChange: (options: ReadOptions) => void;
}

/** Asks for the plan of a file, then imports its rows. */
function ReadableFile(props: ReadableFileProps) {
  const { table, file, source, access, summary, options, previousPlans } = props;
  const { onChooseOtherFile, onOptionsChange, onBusyChange } = props;
  const [running, setRunning] = useState<Pick<ProgressStepProps, 'job' | 'checkResult' | 'step'>>();
  const session = useChangeSession();
  const columnsKey = JSON.stringify(summary.columnNames);
  const start = ({ plan, checkResult }: CheckedPlan) => {
    previousPlans.set(columnsKey, plan);
    const step: UndoStep = {};
    const total = summary.rowCount;
    let savedCount = 0;
    const onSaved = (changes: readonly RowChange[]) => {
      savedCount += changes.length;
      session.edits(table).recordStep(csvMessages.history.importing(savedCount, total), changes, step);
    };
    const job = new ImportJob({ table, plan, source, access, total, isOnline, onSaved });
    setRunning({ job, checkResult, step });
    onBusyChange(true);
    void job.run().finally(() => {
      session.history.setTitle(step.changeId, csvMessages.history.imported(savedCount));
      onBusyChange(false);
    });
  };
  if (running) {
    return (
      <ProgressStep
        {...{ table, file, source, access, onChooseOtherFile }}
        {...running}
        hasHeader={summary.hasHeader}
        totalRows={summary.rowCount}
      />
    );
  }
  return (
    <PlanStep
      // A plan applies only to the columns for which it was made.
      key={`${summary.emptyStrings} ${columnsKey}`}
      {...{ table, file, source, access, summary, options, onChooseOtherFile, onOptionsChange }}
      previousPlan={previousPlans.get(columnsKey)}
      onStart={start}
    />
  );
}
