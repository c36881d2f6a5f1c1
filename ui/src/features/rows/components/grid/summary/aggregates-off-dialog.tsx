import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { Dialog } from '@/components/dialog';
import styles from './summary.module.css';

/** PostgREST's setting, as an owner of the project can change it. */
const allow = `alter role authenticator set pgrst.db_aggregates_enabled = 'true';
notify pgrst, 'reload config';`;

export interface AggregatesOffDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Why there are no sums of all rows, and what the project's owner does to have them. */
export function AggregatesOffDialog({ open, onOpenChange }: AggregatesOffDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title="Sums of all rows are switched off"
      footer={
        <>
          <CopyButton size="md" text={allow}>
            Copy the SQL
          </CopyButton>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.explanation}>
        <p>
          This backend doesn’t compute sums and averages for the API (PGRST123): that is how Supabase comes.
          Counts, smallest and largest values work without it, and so do sums of rows that you tick.
        </p>
        <p>The project’s owner can allow it for everyone, in the SQL editor:</p>
        <pre className={styles.sql}>{allow}</pre>
        <p>
          A sum reads every row that matches. On large tables, keep a statement time-out for the roles that
          sign in.
        </p>
      </div>
    </Dialog>
  );
}
