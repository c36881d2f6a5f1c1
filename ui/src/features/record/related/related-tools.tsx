import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { canAdd, canLink, linkValues, type RelatedTable } from '@/data/relations/related.utils';
import { type EnteredFields, newRecordColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { LinkSearch } from './link-search';
import { NewRelatedRecordDialog } from './new-related-record-dialog';
import styles from './related.module.css';
import { isFormNeeded } from './related-tools.utils';
import type { RelatedChanges } from './use-related-changes';

export interface RelatedToolsProps {
  related: RelatedTable;
  /** The record that is referred to. */
  row: Row;
  /** Rows that refer to it already, as far as they are loaded. */
  linkedRows: readonly Row[];
  changes: RelatedChanges;
}

/** Adding rows to those that refer to a record: new ones, or ones that exist. */
export function RelatedTools({ related, row, linkedRows, changes }: RelatedToolsProps) {
  const [start, setStart] = useState<EnteredFields | null>(null);
  const { table, key, farRelation, kind } = related;
  const values = linkValues(key, row);
  const full = kind === 'one' && linkedRows.length > 0;
  if (!values || full) return null;
  const choose = (found: Row) => {
    if (!farRelation) return void changes.link(found, values);
    const both = { ...values, ...linkValues(farRelation.key, found) };
    if (isFormNeeded(related)) setStart(toEnteredFields(related, both));
    else void changes.add(both);
  };
  const adds = canAdd(related);
  return (
    <span className={styles.add}>
      {(farRelation ? adds : canLink(related) && related.isReadable) && (
        <LinkSearch {...{ related, row, onChoose: choose }}>
          <Button
            size="sm"
            variant="ghost"
            icon={farRelation ? <Plus aria-hidden /> : <Link2 aria-hidden />}
            aria-label={farRelation ? `Add to ${farRelation.target.title}` : `Link existing: ${table.title}`}
            pending={changes.pending}
          >
            {farRelation ? 'Add' : 'Link'}
          </Button>
        </LinkSearch>
      )}
      {adds && !farRelation && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          aria-label={`New in ${table.title}`}
          onClick={() => setStart(toEnteredFields(related, values))}
        >
          New
        </Button>
      )}
      {start && (
        <NewRelatedRecordDialog
          table={table}
          start={start}
          onClose={() => setStart(null)}
          onAdded={() => void changes.refresh()}
        />
      )}
    </span>
  );
}

/** Values as a form for a new row begins with them. */
function toEnteredFields({ table }: RelatedTable, values: Row): EnteredFields {
  return Object.fromEntries(
    newRecordColumns(table)
      .filter(({ name }) => name in values)
      .map((column) => [column.name, toEnteredValue(column, values[column.name] ?? null)]),
  );
}
