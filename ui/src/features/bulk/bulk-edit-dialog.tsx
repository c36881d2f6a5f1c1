import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Combobox } from '@/components/fields/combobox';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { TypeIcon } from '@/table/cells/type-icon';
import { useTable } from '@/table/table-context';
import styles from './bulk.module.css';
import { BulkDialog } from './bulk-dialog';
import { bulkColumns, checkEdits, type FieldEdit, formatRowCount } from './bulk-edit.utils';
import { BulkField } from './bulk-field';
import { BulkScopeText } from './bulk-scope-text';
import { CountConfirmation } from './count-confirmation';
import { useBulkOperation } from './use-bulk-operation';

export interface BulkEditDialogProps {
  scope: BulkScope;
  /** `touched` says whether rows may have been changed. */
  onClose: (touched: boolean) => void;
}

/** More rows than this are changed only after their number was typed. */
const confirmThreshold = 1_000;

/** Sets columns of many rows at once: which rows and columns, then the run with its report. */
export function BulkEditDialog({ scope, onClose }: BulkEditDialogProps) {
  const { table } = useTable();
  const formId = useId();
  const bulk = useBulkOperation(scope);
  const [edits, setEdits] = useState<readonly FieldEdit[]>([]);
  const [tried, setTried] = useState(false);
  const [typed, setTyped] = useState('');
  const { problems, change } = checkEdits(table, edits);
  const changedColumns = edits.map(({ column }) => column);
  const count = bulk.size?.count ?? 0;

  const confirmed = count <= confirmThreshold || typed.replace(/\D/g, '') === String(count);
  const ready = count > 0 && edits.length > 0 && confirmed && !bulk.isCounting;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!ready || Object.keys(problems).length > 0) return;
    setTyped('');
    void bulk.start({ change, changedColumns });
  };
  return (
    <BulkDialog
      {...{ bulk, change, changedColumns, onClose }}
      verb="change"
      title={bulk.size ? `Edit ${formatRowCount(table, count)}` : `Edit ${table.title}`}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!ready} pending={bulk.isCounting}>
            {bulk.size ? `Change ${formatRowCount(table, count)}` : 'Change'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <BulkScopeText scope={scope} bulk={bulk} verb="changes" />
        {edits.map((edit) => {
          const column = table.columns.find(({ name }) => name === edit.column);
          return (
            column && (
              <BulkField
                key={edit.column}
                {...{ column, scope, edit }}
                problem={tried ? problems[edit.column] : undefined}
                onChange={(next) => setEdits(edits.map((other) => (other === edit ? next : other)))}
                onRemove={() => setEdits(edits.filter((other) => other !== edit))}
              />
            )
          );
        })}
        <ColumnPicker
          chosen={changedColumns}
          onAdd={(column) => {
            setTried(false);
            setEdits([...edits, { column, mode: 'set', entry: undefined }]);
          }}
        />
        {count > confirmThreshold && <CountConfirmation count={count} value={typed} onChange={setTyped} />}
      </form>
    </BulkDialog>
  );
}

function ColumnPicker({ chosen, onAdd }: { chosen: readonly string[]; onAdd: (column: string) => void }) {
  const { table } = useTable();
  const offered = bulkColumns(table).filter(({ name }) => !chosen.includes(name));
  if (offered.length === 0) return null;
  return (
    <Combobox
      value={null}
      aria-label="Column to change"
      placeholder={chosen.length === 0 ? 'Choose a column to change…' : 'Change another column…'}
      searchLabel="Search columns"
      options={offered.map((column) => ({
        value: column.name,
        label: column.title,
        icon: <TypeIcon column={column} isKey={false} />,
      }))}
      onValueChange={(name) => name !== null && onAdd(name)}
    />
  );
}
