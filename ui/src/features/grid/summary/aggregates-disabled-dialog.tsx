import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import { Dialog } from '@/components/overlays/dialog';
import styles from './summary.module.css';

/** PostgREST's setting, as an owner of the project can change it. */
const enableAggregatesSQL = `alter role authenticator set pgrst.db_aggregates_enabled = 'true';
notify pgrst, 'reload config';`;

export interface AggregatesDisabledDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Explains why sums are of the loaded rows only, and how the project's owner enables sums of all rows. */
export function AggregatesDisabledDialog({ open, onOpenChange }: AggregatesDisabledDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title="Sums of all rows are disabled"
      footer={
        <>
          <CopyButton size="md" text={enableAggregatesSQL}>
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
          This backend doesn’t compute sums and averages for the API (PGRST123). This is the default of
          Supabase. Tableside sums the rows that are loaded; scroll to load more. Counts, smallest and largest
          values are always of all rows that match.
        </p>
        <p>The project’s owner can enable sums of all rows for everyone, in the SQL editor:</p>
        <pre className={styles.sql}>{enableAggregatesSQL}</pre>
        <p>
          A sum reads every row that matches. On large tables, set a statement timeout for the roles that sign
          in.
        </p>
      </div>
    </Dialog>
  );
}
