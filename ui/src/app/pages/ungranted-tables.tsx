import { useQuery } from '@tanstack/react-query';
import { shellMessages } from '@/app/shell/shell-messages';
import { CopyButton } from '@/components/controls/copy-button';
import { api } from '@/lib/api';
import type { UngrantedTables as Ungranted } from '@/lib/api.gen';
import styles from './ungranted-tables.module.css';

const messages = shellMessages.ungranted;

/** The tables of a local backend that no user can access, with the SQL that grants them; nothing if there are none. */
export function UngrantedTables() {
  const { data } = useQuery({
    queryKey: ['ungranted-tables'],
    queryFn: async ({ signal }) => (await api.get<Ungranted>('/api/ungranted-tables', { signal })).data,
  });
  if (!data || data.names.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="ungranted-tables">
      <h2 className={styles.title} id="ungranted-tables">
        {messages.title(data.names.length)}
      </h2>
      <p className={styles.text}>{messages.hint}</p>
      <div className={styles.code}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text */}
        <pre className={styles.sql} dir="ltr" tabIndex={0}>
          {data.grants}
        </pre>
        <CopyButton text={data.grants} className={styles.copy} />
      </div>
      <p className={styles.text}>{messages.security}</p>
    </section>
  );
}
