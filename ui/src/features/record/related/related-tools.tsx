import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { canAdd, canLink, copyTenant, linkValues, type RelatedTable } from '@/data/relations/related.utils';
import { type EnteredFields, listNewRecordColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { recordMessages } from '../record-messages';
import { LinkSearch } from './link-search';
import { NewRelatedRecordDialog } from './new-related-record-dialog';
import styles from './related.module.css';
import { isFormNeeded } from './related-tools.utils';
import type { RelatedChanges } from './use-related-changes';

const messages = recordMessages.related;

export interface RelatedToolsProps {
  related: RelatedTable;
  /** The record to which the rows refer. */
  row: Row;
  /** The loaded rows that refer to the record. */
  linkedRows: readonly Row[];
  changes: RelatedChanges;
}

/** The buttons that add new rows or link existing rows to a record. */
export function RelatedTools({ related, row, linkedRows, changes }: RelatedToolsProps) {
  const [start, setStart] = useState<EnteredFields | null>(null);
  const { table, key, farRelation, kind } = related;
  const values = linkValues(key, row);
  const isComplete = kind === 'one' && linkedRows.length > 0;
  if (!values || isComplete) return null;
  const choose = (found: Row) => {
    if (!farRelation) return void changes.link(found, values);
    const pair = { ...copyTenant(table, row), ...values, ...linkValues(farRelation.key, found) };
    if (isFormNeeded(related, pair)) setStart(toEnteredFields(related, pair));
    else void changes.add(pair);
  };
  const canCreate = canAdd(related);
  return (
    <span className={styles.add}>
      {(farRelation ? canCreate : canLink(related) && related.isReadable) && (
        <LinkSearch {...{ related, row, onChoose: choose }}>
          <Button
            size="sm"
            variant="ghost"
            icon={farRelation ? <Plus aria-hidden /> : <Link2 aria-hidden />}
            aria-label={
              farRelation ? messages.addTo(farRelation.target.title) : messages.linkExisting(table.title)
            }
            pending={changes.pending}
          >
            {farRelation ? messages.add : messages.link}
          </Button>
        </LinkSearch>
      )}
      {canCreate && !farRelation && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          aria-label={messages.newIn(table.title)}
          onClick={() => setStart(toEnteredFields(related, values))}
        >
          {messages.new}
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

/** Converts values to the initial input of a form for a new row. */
function toEnteredFields({ table }: RelatedTable, values: Row): EnteredFields {
  return Object.fromEntries(
    listNewRecordColumns(table)
      .filter(({ name }) => name in values)
      .map((column) => [column.name, toEnteredValue(column, values[column.name] ?? null)]),
  );
}
