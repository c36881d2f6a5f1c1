import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import type { Table } from '@/lib/api.gen';
import { isOnline } from '@/lib/connection';
import type { FileSource, ImportPlan, ReadOptions, TableAccess } from '../csv.types';
import { listKnownNames } from '../file/mapping.utils';
import { type CheckedPlan, PlanStep } from '../mapping/plan-step';
import { ImportJob } from '../run/import-job';
import { ProgressStep } from '../run/progress-step';
import styles from './import-page.module.css';

/** Makes a place where a file is read, and answers how to close it. */
export type OpenSource = () => { source: FileSource; close: () => void };

export interface FileImportProps {
  table: Table;
  file: File;
  access: TableAccess;
  openSource: OpenSource;
  onChooseOtherFile: () => void;
  /** The plans of the files before, by their columns: a corrected file goes where the first one went. */
  previousPlans: Map<string, ImportPlan>;
  /** Another file must not take its place now. */
  onBusyChange: (busy: boolean) => void;
}

/** One file, from its reading to its report. */
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

function OpenedFile({
  table,
  file,
  access,
  source,
  previousPlans,
  onChooseOtherFile,
  onBusyChange,
}: FileImportProps & { source: FileSource }) {
  const [options, setOptions] = useState<ReadOptions>({});
  const [run, setRun] = useState<{ job: ImportJob; checkResult: CheckedPlan['checkResult'] }>();
  const reading = useQuery({
    queryKey: ['csv', useId(), 'read', options],
    queryFn: () => source.read(file, options, listKnownNames(table)),
    placeholderData: (before) => before,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const start = ({ plan, checkResult }: CheckedPlan) => {
    const { rowCount: total = 0, columnNames = [] } = reading.data ?? {};
    previousPlans.set(serializeColumnNames(columnNames), plan);
    const job = new ImportJob({ table, plan, source, access, total, isOnline });
    setRun({ job, checkResult });
    onBusyChange(true);
    void job.run().finally(() => onBusyChange(false));
  };

  if (run && reading.data) {
    const { rowCount, hasHeader } = reading.data;
    return (
      <ProgressStep
        {...{ table, file, source, access, hasHeader, onChooseOtherFile }}
        {...run}
        totalRows={rowCount}
      />
    );
  }
  if (reading.error) {
    return (
      <div className={styles.narrow}>
        <ErrorNotice error={reading.error} title={`${file.name} could not be read.`} />
        <Button onClick={onChooseOtherFile}>Choose another file</Button>
      </div>
    );
  }
  if (!reading.data) return <Spinner className={styles.spinner} size={20} label={`Reading ${file.name}`} />;
  const { columnNames, emptyStrings, unreadableReason } = reading.data;
  if (columnNames.length === 0) {
    return (
      <EmptyState
        icon={<FileQuestion aria-hidden />}
        title={unreadableReason ? `${file.name} can’t be imported` : `There is nothing in ${file.name}`}
        action={<Button onClick={onChooseOtherFile}>Choose another file</Button>}
      >
        {unreadableReason}
      </EmptyState>
    );
  }
  return (
    <PlanStep
      // Other columns in the file: what was mapped no longer holds.
      key={`${emptyStrings} ${serializeColumnNames(columnNames)}`}
      {...{ table, file, source, access, options, onChooseOtherFile }}
      summary={reading.data}
      previousPlan={previousPlans.get(serializeColumnNames(columnNames))}
      onOptionsChange={setOptions}
      onStart={start}
    />
  );
}

const serializeColumnNames = (names: readonly string[]) => JSON.stringify(names);
