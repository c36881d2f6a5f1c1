import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import type { Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { formatBytes, formatPlural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import type {
  CheckResult,
  ColumnMapping,
  EmptyCellMeaning,
  FileSource,
  FileSummary,
  ImportPlan,
  ReadOptions,
  ReferenceMatch,
  TableAccess,
} from '../csv.types';
import { findForeignKey, findMissingColumns, guessMappings } from '../file/mapping.utils';
import { FileHeading } from '../page/file-heading';
import styles from '../page/import-page.module.css';
import { ReadOptionsFields } from '../page/read-options-fields';
import { CheckReport } from '../tables/check-report';
import { PreviewTable } from '../tables/preview-table';
import { MappingList } from './mapping-list';
import { PlanOptions } from './plan-options';
import { guessLookupColumns, lookUpReferences } from './reference-lookup.utils';
import { RequiredColumnsWarning } from './required-columns-warning';

/** A plan whose rows have been checked. */
export interface CheckedPlan {
  plan: ImportPlan;
  checkResult: CheckResult;
}

export interface PlanStepProps {
  table: Table;
  file: File;
  source: FileSource;
  access: TableAccess;
  summary: FileSummary;
  options: ReadOptions;
  /** The plan of a file with the same columns that went before. */
  previousPlan: ImportPlan | undefined;
  onOptionsChange: (options: ReadOptions) => void;
  onChooseOtherFile: () => void;
  onStart: (ready: CheckedPlan) => void;
}

/** What the file holds, where it goes, and what will come of it: all before anything is sent. */
export function PlanStep(props: PlanStepProps) {
  const {
    table,
    file,
    source,
    access,
    summary,
    options,
    previousPlan,
    onOptionsChange,
    onChooseOtherFile,
    onStart,
  } = props;
  const schema = useSchema();
  const findTarget = (column: string) => {
    const key = findForeignKey(table, column);
    const found = key && findTable(schema, key.refSchema, key.refTable);
    return key && found?.privileges.select ? { key, table: found } : undefined;
  };
  const [mappings, setMappings] = useState<readonly ColumnMapping[]>(
    () =>
      previousPlan?.mappings ??
      guessLookupColumns(
        table,
        guessMappings(table, summary.columnNames),
        summary.previewRows,
        access,
        findTarget,
      ),
  );
  const [emptyCellMeaning, setEmpty] = useState<EmptyCellMeaning>(
    previousPlan?.emptyCellMeaning ?? (summary.emptyStrings === 'meant' ? 'quoted' : 'null'),
  );
  const [keyColumns, setKeys] = useState<readonly string[]>(previousPlan?.keyColumns ?? []);
  const [keepsFormulaEscapes, setKeepsGuards] = useState(previousPlan?.keepsFormulaEscapes ?? false);
  const [starting, setStarting] = useState(false);

  const plan: ImportPlan = { mappings, emptyCellMeaning, keyColumns, keepsFormulaEscapes };
  const planText = JSON.stringify(plan);
  // The plan that the source checked last: one whose look-ups took longer may come after a newer one.
  const kept = useRef('');
  const check = async (): Promise<CheckResult> => {
    const references: Record<string, readonly ReferenceMatch[]> = await lookUpReferences(
      mappings,
      source,
      access,
      findTarget,
    );
    kept.current = planText;
    return source.check(table, plan, references);
  };
  const checking = useQuery({
    queryKey: ['csv', useId(), 'check', plan, options],
    queryFn: check,
    enabled: mappings.length > 0 && summary.rowCount > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const missing = findMissingColumns(
    table,
    mappings.map(({ column }) => column),
  )
    .map(({ name }) => name)
    .join('\n');
  const [acceptedFor, setAcceptedFor] = useState('');
  const accepted = acceptedFor === missing;
  const missingId = useId();
  const nothing = explainNothingToSend(summary, mappings);
  const start = async () => {
    setStarting(true);
    try {
      const current = kept.current === planText ? checking.data : undefined;
      onStart({ plan, checkResult: current ?? (await check()) });
    } finally {
      setStarting(false);
    }
  };
  const change = (next: readonly ColumnMapping[]) => {
    setMappings(next);
    setKeys((before) => (before.every((name) => next.some(({ column }) => column === name)) ? before : []));
  };
  const good = checking.data?.validCount ?? 0;
  return (
    <div className={styles.step}>
      <FileHeading file={file}>
        <span>
          {formatBytes(file.size)}, {formatPlural(summary.rowCount, 'row')},{' '}
          {formatPlural(summary.columnNames.length, 'column')}
        </span>
        <Button size="sm" onClick={onChooseOtherFile}>
          Another file
        </Button>
      </FileHeading>
      {summary.isRejectionReport && (
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
      <ReadOptionsFields summary={summary} options={options} onChange={onOptionsChange} />
      <MappingList {...{ table, summary, mappings, access, findTarget }} onChange={change} />
      <PreviewTable summary={summary} mappings={mappings} table={table} />
      <PlanOptions
        {...{ table, summary, plan }}
        onEmptyCellMeaningChange={setEmpty}
        onKeyColumnsChange={setKeys}
        onKeepEscapesChange={setKeepsGuards}
      />
      <RequiredColumnsWarning
        {...{ table, mappings, accepted }}
        id={missingId}
        isUpsert={keyColumns.length > 0}
        onAccept={(accept) => setAcceptedFor(accept ? missing : '')}
      />
      {nothing && (
        <p className={styles.warning} role="status">
          <TriangleAlert size={14} aria-hidden />
          <span>{nothing}</span>
        </p>
      )}
      {checking.error && <ErrorNotice error={checking.error} onRetry={() => void checking.refetch()} />}
      <CheckReport isChecking={checking.isFetching} result={checking.data} hasHeader={summary.hasHeader} />
      <footer className={styles.actions}>
        <Button
          variant="primary"
          size="lg"
          pending={starting}
          disabled={good === 0 || checking.isFetching || !accepted}
          aria-describedby={accepted ? undefined : missingId}
          onClick={() => void start()}
        >
          {keyColumns.length > 0 ? 'Insert or update' : 'Insert'} {formatPlural(good, 'row')}
        </Button>
      </footer>
    </div>
  );
}

/** Why there is nothing to send, whatever the rows hold. */
function explainNothingToSend(
  { rowCount, hasHeader }: FileSummary,
  mappings: readonly ColumnMapping[],
): string | undefined {
  if (rowCount === 0)
    return `There are no rows in this file${hasHeader ? ', only the names of columns' : ''}.`;
  return mappings.length === 0
    ? 'No column of the file goes anywhere yet: choose at least one of the table’s columns above.'
    : undefined;
}
