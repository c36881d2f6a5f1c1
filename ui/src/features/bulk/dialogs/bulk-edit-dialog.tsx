import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Combobox } from '@/components/fields/combobox/combobox';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { getOwnValue } from '@/lib/own-value';
import { TypeIcon } from '@/table/cells/type-icon';
import { useTable } from '@/table/table-context';
import styles from '../bulk.module.css';
import { bulkMessages } from '../bulk-messages';
import { BulkScopeText } from '../bulk-scope-text';
import { useBulkOperation } from '../use-bulk-operation';
import { BulkDialog } from './bulk-dialog';
import { checkEdits, type FieldEdit, formatRecordCount, listBulkColumns } from './bulk-edit.utils';
import { BulkField } from './bulk-field';
import { BulkPreview } from './bulk-preview';
import { CountConfirmation } from './count-confirmation';
import { confirmationThreshold, useCountConfirmation } from './use-count-confirmation';

export interface BulkEditDialogProps {
  scope: BulkScope;
  /** `isTouched`: rows were possibly changed. */
  onClose: (isTouched: boolean) => void;
}

const messages = bulkMessages.edit;

/** Changes columns of many rows: first the form with rows, columns and values, then progress and report. */
export function BulkEditDialog({ scope, onClose }: BulkEditDialogProps) {
  const { table } = useTable();
  const formId = useId();
  const bulk = useBulkOperation(scope);
  const [edits, setEdits] = useState<readonly FieldEdit[]>([]);
  const [showsProblems, setShowsProblems] = useState(false);
  const { problems, change } = checkEdits(table, edits);
  const changedColumns = edits.map(({ column }) => column);
  const count = bulk.size?.count ?? 0;
  const rows = formatRecordCount(table, count);
  const confirmation = useCountConfirmation(count, count > confirmationThreshold);
  const isReady = count > 0 && edits.length > 0 && confirmation.isConfirmed && !bulk.isCounting;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowsProblems(true);
    if (!isReady || Object.keys(problems).length > 0) return;
    confirmation.setText('');
    void bulk.start({ change, changedColumns });
  };
  const add = (column: string) => {
    setShowsProblems(false);
    setEdits([...edits, { column, mode: 'set', entry: undefined }]);
  };
  return (
    <BulkDialog
      {...{ bulk, change, changedColumns, onClose }}
      verb="change"
      title={bulk.size ? messages.title(rows) : messages.titleWithoutCount(table.title)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{messages.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!isReady} pending={bulk.isCounting}>
            {bulk.size ? messages.submit(rows) : messages.submitWithoutCount}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <BulkScopeText scope={scope} bulk={bulk} verb="change" />
        <BulkFields {...{ scope, edits }} problems={showsProblems ? problems : {}} onChange={setEdits} />
        <ColumnPicker chosen={changedColumns} onAdd={add} />
        {changedColumns.length > 0 && <BulkPreview {...{ scope, changedColumns, change, count }} />}
        <CountConfirmation {...confirmation} />
      </form>
    </BulkDialog>
  );
}

interface BulkFieldsProps {
  scope: BulkScope;
  edits: readonly FieldEdit[];
  /** The messages of invalid fields, by column. */
  problems: Readonly<Record<string, string>>;
  onChange: (edits: readonly FieldEdit[]) => void;
}

/** A field for each column that the user chose. */
function BulkFields({ scope, edits, problems, onChange }: BulkFieldsProps) {
  const { table } = useTable();
  return edits.map((edit) => {
    const column = table.columns.find(({ name }) => name === edit.column);
    if (!column) return null;
    return (
      <BulkField
        key={edit.column}
        {...{ column, scope, edit }}
        problem={getOwnValue(problems, edit.column)}
        onChange={(next) => onChange(edits.map((other) => (other === edit ? next : other)))}
        onRemove={() => onChange(edits.filter((other) => other !== edit))}
      />
    );
  });
}

function ColumnPicker({ chosen, onAdd }: { chosen: readonly string[]; onAdd: (column: string) => void }) {
  const { table } = useTable();
  const columns = listBulkColumns(table).filter(({ name }) => !chosen.includes(name));
  if (columns.length === 0) return null;
  return (
    <Combobox
      value={null}
      aria-label={messages.column}
      placeholder={chosen.length === 0 ? messages.firstColumn : messages.nextColumn}
      searchLabel={messages.searchColumns}
      options={columns.map((column) => ({
        value: column.name,
        label: column.title,
        icon: <TypeIcon column={column} isKey={false} />,
      }))}
      onValueChange={(name) => name !== null && onAdd(name)}
    />
  );
}
