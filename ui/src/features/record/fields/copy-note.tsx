import { describeUncopiedColumns, listCopiedUniqueKeys } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { useTable } from '@/table/table-context';
import styles from '../record-editor.module.css';
import { recordMessages } from '../record-messages';

const messages = recordMessages.copy;

/** Names the original of a copied record, and the columns whose values were not copied. */
export function CopyNote({ original }: { original: Row }) {
  const { table } = useTable();
  const uncopied = describeUncopiedColumns(table, original);
  return (
    <div className={styles.copyNote} role="note">
      <p>{messages.original(<b dir="auto">{getRowHeading(table, original)}</b>)}</p>
      {uncopied.length > 0 && <p>{messages.notCopied(uncopied)}</p>}
      {listCopiedUniqueKeys(table, original).map((titles) => (
        <p key={titles.join()}>{messages.uniqueTogether(titles)}</p>
      ))}
    </div>
  );
}
