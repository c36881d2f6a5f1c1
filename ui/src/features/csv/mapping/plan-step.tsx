import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { maxRememberedRows } from '@/data/writes/bulk/bulk-job';
import type { Column, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import type {
  CheckResult,
  ColumnMapping,
  FileSource,
  FileSummary,
  ImportPlan,
  ReadOptions,
  TableAccess,
} from '../csv.types';
import { csvMessages } from '../csv-messages';
import { FileHeading } from '../page/file-heading';
import styles from '../page/import-page.module.css';
import { isPastedFile } from '../page/pasted-rows';
import { ReadOptionsFields } from '../page/read-options-fields';
import { downloadRejectedRows } from '../run/download-rejected-rows';
import { SameValueFields } from '../same-values/same-value-fields';
import { CheckReport } from '../tables/check-report';
import { PreviewTable } from '../tables/preview-table';
import { findMissingColumns, listPlanColumns } from './mapping.utils';
import { MappingList } from './mapping-list';
import { PlanOptions } from './plan-options';
import { createTargetFinder } from './referenced-keys.utils';
import { RequiredColumnsWarning } from './required-columns-warning';
import { useImportPlan } from './use-import-plan';
import { usePlanCheck } from './use-plan-check';

const messages = csvMessages.plan;

/** A plan and the result of its check. */
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
  /** The plan of the last file with the same columns. */
  previousPlan: ImportPlan | undefined;
  onOptionsChange: (options: ReadOptions) => void;
  onChooseOtherFile: () => void;
  onStart: (checkedPlan: CheckedPlan) => void;
}

/** Maps the columns of a file and shows a preview and the result of the check. Nothing is sent in this step. */
export function PlanStep(props: PlanStepProps) {
  const { table, file, source, access, summary, options, previousPlan, onOptionsChange, onStart } = props;
  const findTarget = createTargetFinder(useSchema(), table);
  const { plan, changePlan, sameValues } = useImportPlan({
    table,
    summary,
    access,
    findTarget,
    previousPlan,
  });
  const hasProblems = Object.keys(sameValues.problems).length > 0;
  const isUpsert = plan.keyColumns.length > 0;
  const check = usePlanCheck({ table, plan, source, access, summary, readOptions: options, findTarget });
  const { mappings } = plan;
  const missingColumns = findMissingColumns(table, listPlanColumns(plan));
  const [isAccepted, setAccepted] = useAcceptance(missingColumns);
  const warningId = useId();
  const emptyReason = explainEmptyImport(summary, mappings);
  return (
    <div className={styles.step}>
      <PlanHeading {...props} />
      <ReadOptionsFields {...{ summary, options }} isPasted={isPastedFile(file)} onChange={onOptionsChange} />
      <MappingList
        {...{ table, summary, mappings, access, findTarget }}
        onChange={(next) => changePlan({ mappings: next })}
      />
      <SameValueFields
        {...{ table, sameValues, isUpsert }}
        onChange={(changes) => changePlan({ entered: { ...plan.entered, ...changes } })}
      />
      <PreviewTable
        {...{ table, mappings }}
        rows={check.result?.previewRows ?? summary.previewRows}
        errors={check.result?.previewErrors ?? []}
      />
      <PlanOptions {...{ table, summary, plan }} onChange={changePlan} />
      <RequiredColumnsWarning
        {...{ table, missingColumns, isAccepted, isUpsert }}
        sameValueColumns={sameValues.columns}
        id={warningId}
        onAcceptedChange={setAccepted}
      />
      {emptyReason && <Warning>{emptyReason}</Warning>}
      {check.error && <ErrorNotice error={check.error} onRetry={check.retry} />}
      <CheckReport
        isChecking={check.isChecking}
        result={check.result}
        isBlocked={!isAccepted}
        {...{ table, mappings }}
        hasHeader={summary.hasHeader}
        onCorrect={(...cell) => void check.correct(...cell)}
        onDownload={() => void downloadRejectedRows(source, file, [])}
      />
      {summary.rowCount > maxRememberedRows && (
        <p className={styles.hint}>{messages.noUndo(maxRememberedRows)}</p>
      )}
      <footer className={styles.actions}>
        <StartButton
          validCount={check.result?.validCount ?? 0}
          isUpsert={isUpsert}
          disabled={check.isChecking || !isAccepted || hasProblems}
          aria-describedby={isAccepted ? undefined : warningId}
          onStart={async () => onStart({ plan, checkResult: await check.ensureChecked() })}
        />
      </footer>
    </div>
  );
}

/** The file's name and size, the button to choose another one, and warnings about its form. */
function PlanHeading({ file, summary, onChooseOtherFile }: PlanStepProps) {
  return (
    <>
      <FileHeading file={file}>
        <span>{messages.summary(file.size, summary.rowCount, summary.columnNames.length)}</span>
        <Button size="sm" onClick={onChooseOtherFile}>
          {csvMessages.page.chooseOtherFile}
        </Button>
      </FileHeading>
      {summary.isRejectionReport && (
        <p className={styles.hint} role="status">
          {messages.isRejectionReport}
        </p>
      )}
      {summary.warning && <Warning>{messages.tryOtherSeparator(summary.warning)}</Warning>}
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={styles.warning} role="status">
      <TriangleAlert size={14} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

interface StartButtonProps {
  validCount: number;
  isUpsert: boolean;
  disabled: boolean;
  'aria-describedby': string | undefined;
  onStart: () => Promise<void>;
}

/** The button that starts the import, with the number of rows. Disabled without valid rows; busy until `onStart` resolves. */
function StartButton({ validCount, isUpsert, disabled, onStart, ...props }: StartButtonProps) {
  const [isStarting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    try {
      await onStart();
    } finally {
      setStarting(false);
    }
  };
  return (
    <Button
      variant="primary"
      size="lg"
      pending={isStarting}
      disabled={validCount === 0 || disabled}
      onClick={() => void start()}
      {...props}
    >
      {formatLabel(validCount, isUpsert)}
    </Button>
  );
}

function formatLabel(validCount: number, isUpsert: boolean): string {
  if (validCount === 0) return messages.insertRows;
  return isUpsert ? messages.insertOrUpdate(validCount) : messages.insert(validCount);
}

/** Returns whether the user accepted that these columns stay empty. The decision applies until they change. */
function useAcceptance(columns: readonly Column[]): [boolean, (isAccepted: boolean) => void] {
  const names = columns.map(({ name }) => name).join('\n');
  const [acceptedNames, setAcceptedNames] = useState('');
  return [acceptedNames === names, (isAccepted) => setAcceptedNames(isAccepted ? names : '')];
}

/** Returns why there is nothing to import regardless of the values; undefined if there is something. */
function explainEmptyImport(
  { rowCount, hasHeader }: FileSummary,
  mappings: readonly ColumnMapping[],
): string | undefined {
  if (rowCount === 0) return hasHeader ? messages.onlyHeader : messages.noRows;
  return mappings.length === 0 ? messages.nothingMapped : undefined;
}
