import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import type { Table } from '@/lib/api.gen';
import { formatBytes, plural } from '@/lib/format';
import { findTable, useSchema } from '@/lib/session';
import { guessMappings, missingColumns, referenceOf } from '../file/mapping.utils';
import { FileHeading } from '../page/file-heading';
import styles from '../page/import-page.module.css';
import { ReadingOptions } from '../page/reading-options';
import { CheckReport } from '../tables/check-report';
import { PreviewTable } from '../tables/preview-table';
import type {
  CheckResult,
  EmptyCell,
  FileSource,
  FileSummary,
  ImportPlan,
  Mapping,
  ReadOptions,
  Reference,
  TableAccess,
} from '../types';
import { MappingList } from './mapping-list';
import { MissingColumns } from './missing-columns';
import { PlanOptions } from './plan-options';
import { fitReferences, lookUpReferences } from './references.utils';

/** A plan whose rows have been checked. */
export interface Ready {
  plan: ImportPlan;
  checked: CheckResult;
}

export interface PlanStepProps {
  table: Table;
  file: File;
  source: FileSource;
  access: TableAccess;
  summary: FileSummary;
  options: ReadOptions;
  /** The plan of a file with the same columns that went before. */
  before: ImportPlan | undefined;
  onOptions: (options: ReadOptions) => void;
  onOther: () => void;
  onStart: (ready: Ready) => void;
}

/** What the file holds, where it goes, and what will come of it: all before anything is sent. */
export function PlanStep(props: PlanStepProps) {
  const { table, file, source, access, summary, options, before, onOptions, onOther, onStart } = props;
  const schema = useSchema();
  const target = (column: string) => {
    const key = referenceOf(table, column);
    const found = key && findTable(schema, key.refSchema, key.refTable);
    return key && found?.privileges.select ? { key, table: found } : undefined;
  };
  const [mappings, setMappings] = useState<readonly Mapping[]>(
    () =>
      before?.mappings ??
      fitReferences(table, guessMappings(table, summary.names), summary.preview, access, target),
  );
  const [empty, setEmpty] = useState<EmptyCell>(
    before?.empty ?? (summary.emptyTexts === 'meant' ? 'quoted' : 'null'),
  );
  const [keys, setKeys] = useState<readonly string[]>(before?.keys ?? []);
  const [keepsGuards, setKeepsGuards] = useState(before?.keepsGuards ?? false);
  const [starting, setStarting] = useState(false);

  const plan: ImportPlan = { mappings, empty, keys, keepsGuards };
  const planText = JSON.stringify(plan);
  // The plan that the source checked last: one whose look-ups took longer may come after a newer one.
  const kept = useRef('');
  const check = async (): Promise<CheckResult> => {
    const references: Record<string, readonly Reference[]> = await lookUpReferences(
      mappings,
      source,
      access,
      target,
    );
    kept.current = planText;
    return source.check(table, plan, references);
  };
  const checking = useQuery({
    queryKey: ['csv', useId(), 'check', plan, options],
    queryFn: check,
    enabled: mappings.length > 0 && summary.rows > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const missing = missingColumns(
    table,
    mappings.map(({ column }) => column),
  )
    .map(({ name }) => name)
    .join('\n');
  const [acceptedFor, setAcceptedFor] = useState('');
  const accepted = acceptedFor === missing;
  const missingId = useId();
  const nothing = nothingToSend(summary, mappings);
  const start = async () => {
    setStarting(true);
    try {
      const current = kept.current === planText ? checking.data : undefined;
      onStart({ plan, checked: current ?? (await check()) });
    } finally {
      setStarting(false);
    }
  };
  const change = (next: readonly Mapping[]) => {
    setMappings(next);
    setKeys((before) => (before.every((name) => next.some(({ column }) => column === name)) ? before : []));
  };
  const good = checking.data?.good ?? 0;
  return (
    <div className={styles.step}>
      <FileHeading file={file}>
        <span>
          {formatBytes(file.size)}, {plural(summary.rows, 'row')}, {plural(summary.names.length, 'column')}
        </span>
        <Button size="sm" onClick={onOther}>
          Another file
        </Button>
      </FileHeading>
      {summary.report && (
        <p className={styles.hint} role="status">
          These are rows that were refused before. The columns with the reasons are left out.
        </p>
      )}
      {summary.warning && (
        <p className={styles.warning} role="status">
          <TriangleAlert size={14} aria-hidden />
          <span>{summary.warning} Another separator may read it rightly.</span>
        </p>
      )}
      <ReadingOptions summary={summary} options={options} onChange={onOptions} />
      <MappingList {...{ table, summary, mappings, access, target }} onChange={change} />
      <PreviewTable summary={summary} mappings={mappings} table={table} />
      <PlanOptions
        {...{ table, summary, plan }}
        onEmpty={setEmpty}
        onKeys={setKeys}
        onGuards={setKeepsGuards}
      />
      <MissingColumns
        {...{ table, mappings, accepted }}
        id={missingId}
        upserts={keys.length > 0}
        onAccept={(accept) => setAcceptedFor(accept ? missing : '')}
      />
      {nothing && (
        <p className={styles.warning} role="status">
          <TriangleAlert size={14} aria-hidden />
          <span>{nothing}</span>
        </p>
      )}
      {checking.error && <ErrorNotice error={checking.error} onRetry={() => void checking.refetch()} />}
      <CheckReport checking={checking.isFetching} result={checking.data} header={summary.header} />
      <footer className={styles.actions}>
        <Button
          variant="primary"
          size="lg"
          pending={starting}
          disabled={good === 0 || checking.isFetching || !accepted}
          aria-describedby={accepted ? undefined : missingId}
          onClick={() => void start()}
        >
          {keys.length > 0 ? 'Insert or update' : 'Insert'} {plural(good, 'row')}
        </Button>
      </footer>
    </div>
  );
}

/** Why there is nothing to send, whatever the rows hold. */
function nothingToSend({ rows, header }: FileSummary, mappings: readonly Mapping[]): string | undefined {
  if (rows === 0) return `There are no rows in this file${header ? ', only the names of columns' : ''}.`;
  return mappings.length === 0
    ? 'No column of the file goes anywhere yet: choose at least one of the table’s columns above.'
    : undefined;
}
