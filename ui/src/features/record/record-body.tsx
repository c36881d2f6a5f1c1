import { type ComponentType, useRef } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { findStatusColumn } from '@/data/layouts/card-columns';
import type { Relation } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { RecordActions } from '@/table/actions/record-actions';
import { useDeletion } from '@/table/cells/status/use-cell-status';
import { EnumChip } from '@/table/cells/values/enum-chip';
import { DeletionNote } from '@/table/deletion/deletion-note';
import { useTable } from '@/table/table-context';
import { isViewOnly, ViewOnlyBadge } from '@/table/view/notices/view-only-badge';
import { CopyNote } from './fields/copy-note';
import { RecordFields } from './fields/record-fields';
import type { RecordForm } from './form/use-record-form';
import type { RecordSave } from './form/use-record-save';
import styles from './record-editor.module.css';
import { recordMessages } from './record-messages';
import { RelatedRecords } from './related/related-records';
import { useFocusInvalidField } from './use-focus-invalid-field';

const messages = recordMessages.panel;

/** The comments on a record. */
export interface ConversationProps {
  row: Row;
  heading: 'h2' | 'h3';
}

export interface RecordBodyProps {
  /** Undefined for a new record. */
  row: Row | undefined;
  /** The row of which a new record is a copy. */
  original: Row | undefined;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  Conversation: ComponentType<ConversationProps> | undefined;
  form: RecordForm;
  saving: RecordSave;
  heading: string;
  full: boolean;
  /** Called with whether the heading is scrolled out of view. */
  onScrolled: (scrolled: boolean) => void;
}

/** The scrolling part of a record: heading, notes, form and related records. */
export function RecordBody(props: RecordBodyProps) {
  const { row, original, columns, relations, Conversation, form, saving, heading, full, onScrolled } = props;
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
        {form.restored && <p className={styles.restored}>{messages.restored}</p>}
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
          {columns.length === 0 && <p>{messages.noFields}</p>}
        </form>
        {row && (
          <div className={styles.related}>
            <RelatedRecords row={row} heading={full ? 'h2' : 'h3'} />
            {Conversation && (
              <div className={styles.conversation}>
                <Conversation row={row} heading={full ? 'h2' : 'h3'} />
              </div>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Shows that a delete of the record is queued or failed. */
function DeletionStatus({ row }: { row: Row }) {
  const { table } = useTable();
  const deletion = useDeletion(getCachedRowKey(table, row));
  return deletion && <DeletionNote table={table} entry={deletion} />;
}

type RecordHeadProps = Pick<RecordBodyProps, 'row' | 'columns' | 'heading' | 'full'>;

/** The heading of a record, its status, and a badge if the record can't be changed. */
function RecordHead({ row, columns, heading, full }: RecordHeadProps) {
  const { table } = useTable();
  // In a panel, the record is a section of the table's page; otherwise it is the page.
  const Heading = full ? 'h1' : 'h2';
  const state = row && findStatusColumn(columns, row);
  return (
    <div className={styles.head}>
      <Heading dir="auto">{heading}</Heading>
      {row && state && <EnumChip column={state} value={String(row[state.name])} />}
      {/* In the panel of a view-only table, the badge of the table is visible already. */}
      {row && !table.privileges.update && (full || !isViewOnly(table)) && <ViewOnlyBadge table={table} />}
      {row && <RecordActions row={row} />}
    </div>
  );
}
