import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { canAdd, canLink, linkValues, type Related } from '@/data/relations/related.utils';
import { type EnteredFields, newColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { enteredFrom } from '@/data/values/checks/check.utils';
import { LinkSearch } from './link-search';
import { NewRelatedDialog } from './new-related-dialog';
import styles from './related.module.css';
import { needsForm } from './related-tools.utils';
import type { RelatedChanges } from './use-related-changes';

export interface RelatedToolsProps {
  related: Related;
  /** The record that is referred to. */
  row: Row;
  /** Rows that refer to it already, as far as they are loaded. */
  taken: readonly Row[];
  changes: RelatedChanges;
}

/** Adding rows to those that refer to a record: new ones, or ones that exist. */
export function RelatedTools({ related, row, taken, changes }: RelatedToolsProps) {
  const [start, setStart] = useState<EnteredFields | null>(null);
  const { table, key, far, kind } = related;
  const values = linkValues(key, row);
  const full = kind === 'one' && taken.length > 0;
  if (!values || full) return null;
  const choose = (found: Row) => {
    if (!far) return void changes.link(found, values);
    const both = { ...values, ...linkValues(far.key, found) };
    if (needsForm(related)) setStart(enteredRow(related, both));
    else void changes.add(both);
  };
  const adds = canAdd(related);
  return (
    <span className={styles.add}>
      {(far ? adds : canLink(related) && related.readable) && (
        <LinkSearch {...{ related, row, onChoose: choose }}>
          <Button
            size="sm"
            variant="ghost"
            icon={far ? <Plus aria-hidden /> : <Link2 aria-hidden />}
            aria-label={far ? `Add to ${far.target.title}` : `Link existing: ${table.title}`}
            pending={changes.pending}
          >
            {far ? 'Add' : 'Link'}
          </Button>
        </LinkSearch>
      )}
      {adds && !far && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          aria-label={`New in ${table.title}`}
          onClick={() => setStart(enteredRow(related, values))}
        >
          New
        </Button>
      )}
      {start && (
        <NewRelatedDialog
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
function enteredRow({ table }: Related, values: Row): EnteredFields {
  return Object.fromEntries(
    newColumns(table)
      .filter(({ name }) => name in values)
      .map((column) => [column.name, enteredFrom(column, values[column.name] ?? null)]),
  );
}
