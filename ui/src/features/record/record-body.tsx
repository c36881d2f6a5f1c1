import { useRef } from 'react';
import { Chip } from '@/components/chip';
import { ErrorNotice } from '@/components/feedback/error-notice';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import type { Column } from '@/lib/api.gen';
import { useDeletion } from '@/table/cells/use-cell-status';
import { DeletionNote } from '@/table/deletion/deletion-note';
import { useTable } from '@/table/table-context';
import { isViewOnly, ViewOnlyBadge } from '@/table/view/view-only-badge';
import { CopyNote } from './fields/copy-note';
import { RecordFields } from './fields/record-fields';
import type { RecordForm } from './form/use-record-form';
import type { RecordSave } from './form/use-record-save';
import styles from './record-editor.module.css';
import { RelatedRecords } from './related/related-records';
import { useFocusInvalidField } from './use-focus-invalid-field';

export interface RecordBodyProps {
  /** Undefined for a new one. */
  row: Row | undefined;
  original: Row | undefined;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  form: RecordForm;
  saving: RecordSave;
  heading: string;
  full: boolean;
  /** Whether the heading is out of view. */
  onScrolled: (scrolled: boolean) => void;
}

/** What is scrolled of a record: its heading, its form, and what belongs to it. */
export function RecordBody(props: RecordBodyProps) {
  const { row, original, columns, relations, form, saving, heading, full, onScrolled } = props;
  const body = useRef<HTMLDivElement>(null);
  useFocusInvalidField(body, saving);
  return (
    <div
      ref={body}
      className={styles.body}
      onScroll={(event) => onScrolled(event.currentTarget.scrollTop > 34)}
    >
      <div className={styles.column}>
        <RecordHead {...{ row, columns, heading, full }} />
        {saving.error && <ErrorNotice error={saving.error} className={styles.error} />}
        {row && <DeletionStatus row={row} />}
        {original && <CopyNote original={original} />}
        {form.restored && (
          <p className={styles.restored}>These changes are from before, and not saved yet.</p>
        )}
        <form
          noValidate
          className={styles.form}
          aria-label={heading}
          onSubmit={(event) => {
            event.preventDefault();
            void saving.save();
          }}
        >
          <RecordFields {...{ columns, relations, form }} isNew={!row} problems={saving.problems} />
          {columns.length === 0 && <p>There is nothing here that your role may enter.</p>}
        </form>
        {row && (
          <div className={styles.related}>
            <RelatedRecords row={row} heading={full ? 'h2' : 'h3'} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Says that the record is to be deleted, where that waits. */
function DeletionStatus({ row }: { row: Row }) {
  const { table } = useTable();
  const deletion = useDeletion(rowKeyText(table, row));
  return deletion && <DeletionNote table={table} entry={deletion} />;
}

type RecordHeadProps = Pick<RecordBodyProps, 'row' | 'columns' | 'heading' | 'full'>;

/** The record's heading, its status, and whether it can only be read. */
function RecordHead({ row, columns, heading, full }: RecordHeadProps) {
  const { table } = useTable();
  // Beside its table it is a part of that page; alone it is the page.
  const Heading = full ? 'h1' : 'h2';
  const state = row && columns.find((column) => column.kind === 'enum' && !column.array && row[column.name]);
  return (
    <div className={styles.head}>
      <Heading dir="auto">{heading}</Heading>
      {state && <Chip value={String(row[state.name])} index={state.enum.indexOf(String(row[state.name]))} />}
      {/* Beside the rows of a table in which nothing can be changed, the table's own badge is in view. */}
      {row && !table.privileges.update && (full || !isViewOnly(table)) && <ViewOnlyBadge table={table} />}
    </div>
  );
}
