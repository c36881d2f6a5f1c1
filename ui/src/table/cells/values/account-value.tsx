import { Avatar } from '@/components/marks/avatar';
import { useUser } from '@/lib/auth/session';
import chipStyles from '../references/relation-chip.module.css';
import { CellValue, type CellValueProps } from './cell-value';
import styles from './cell-value.module.css';

/** The id of a user account: the name of the current user, or the id of another, which no table describes. */
export function AccountValue(props: CellValueProps) {
  const { id, name, email, avatarUrl } = useUser();
  if (props.value !== id) return <CellValue {...props} />;
  const label = name || email;
  return (
    <span className={chipStyles.chip} title={id}>
      <Avatar name={label} url={avatarUrl} size="sm" decorative />
      <span className={styles.text} dir="auto">
        {label}
      </span>
    </span>
  );
}
