import { copiedUniqueKeys, describeUncopiedColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { headingOf } from '@/data/values/value.utils';
import { useTable } from '@/table/table-context';
import styles from '../record-editor.module.css';

const listFormat = new Intl.ListFormat('en');

/** Says what a new record is a copy of, and what of it was not copied. */
export function CopyNote({ original }: { original: Row }) {
  const { table } = useTable();
  const left = describeUncopiedColumns(table, original);
  return (
    <div className={styles.copyNote} role="note">
      <p>
        A copy of <b dir="auto">{headingOf(table, original)}</b>; what refers to that is not copied.
      </p>
      {left.length > 0 && <p>Left out: {listFormat.format(left)}.</p>}
      {copiedUniqueKeys(table, original).map((titles) => (
        <p key={titles.join()}>{listFormat.format(titles)} together have to be unique: change one of them.</p>
      ))}
    </div>
  );
}
