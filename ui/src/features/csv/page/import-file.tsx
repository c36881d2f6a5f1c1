import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import type { Table } from '@/lib/api.gen';
import { isOnline } from '@/lib/connection';
import { knownNames } from '../file/mapping.utils';
import { PlanStep, type Ready } from '../mapping/plan-step';
import { ImportJob } from '../run/import-job';
import { RunStep } from '../run/run-step';
import type { FileSource, ImportPlan, ReadOptions, TableAccess } from '../types';
import styles from './import-page.module.css';

/** Makes a place where a file is read, and answers how to close it. */
export type OpenSource = () => { source: FileSource; close: () => void };

export interface ImportFileProps {
  table: Table;
  file: File;
  access: TableAccess;
  openSource: OpenSource;
  onOther: () => void;
  /** The plans of the files before, by their columns: a corrected file goes where the first one went. */
  plans: Map<string, ImportPlan>;
  /** Another file must not take its place now. */
  onBusy: (busy: boolean) => void;
}

/** One file, from its reading to its report. */
export function ImportFile(props: ImportFileProps) {
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
  plans,
  onOther,
  onBusy,
}: ImportFileProps & { source: FileSource }) {
  const [options, setOptions] = useState<ReadOptions>({});
  const [run, setRun] = useState<{ job: ImportJob; checked: Ready['checked'] }>();
  const reading = useQuery({
    queryKey: ['csv', useId(), 'read', options],
    queryFn: () => source.read(file, options, knownNames(table)),
    placeholderData: (before) => before,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const start = ({ plan, checked }: Ready) => {
    const { rows: total = 0, names = [] } = reading.data ?? {};
    plans.set(columnsText(names), plan);
    const job = new ImportJob({ table, plan, source, access, total, online: isOnline });
    setRun({ job, checked });
    onBusy(true);
    void job.run().finally(() => onBusy(false));
  };

  if (run && reading.data) {
    const { rows, header } = reading.data;
    return <RunStep {...{ table, file, source, access, header, onOther }} {...run} total={rows} />;
  }
  if (reading.error) {
    return (
      <div className={styles.narrow}>
        <ErrorNotice error={reading.error} title={`${file.name} could not be read.`} />
        <Button onClick={onOther}>Choose another file</Button>
      </div>
    );
  }
  if (!reading.data) return <Spinner className={styles.spinner} size={20} label={`Reading ${file.name}`} />;
  const { names, emptyTexts, unreadable } = reading.data;
  if (names.length === 0) {
    return (
      <EmptyState
        icon={<FileQuestion aria-hidden />}
        title={unreadable ? `${file.name} can’t be imported` : `There is nothing in ${file.name}`}
        action={<Button onClick={onOther}>Choose another file</Button>}
      >
        {unreadable}
      </EmptyState>
    );
  }
  return (
    <PlanStep
      // Other columns in the file: what was mapped no longer holds.
      key={`${emptyTexts} ${columnsText(names)}`}
      {...{ table, file, source, access, options, onOther }}
      summary={reading.data}
      before={plans.get(columnsText(names))}
      onOptions={setOptions}
      onStart={start}
    />
  );
}

const columnsText = (names: readonly string[]) => JSON.stringify(names);
