import { LayoutDashboard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import type { AddToDashboardDialogProps } from '@/features/dashboard';
import { LazyDialog, lazyComponent, preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { tablePageMessages as messages } from '../table-page-messages';
import styles from './add-to-dashboard.module.css';

const AddToDashboardDialog = lazyComponent<AddToDashboardDialogProps>(
  async () => (await import('@/features/dashboard')).AddToDashboardDialog,
);

export interface AddToDashboardProps extends Pick<AddToDashboardDialogProps, 'table' | 'getQuery' | 'title'> {
  variant: 'ghost' | 'secondary';
}

/** The button that adds the table's page to a dashboard: its chart, or a list of its records. */
export function AddToDashboard({ variant, ...page }: AddToDashboardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        icon={<LayoutDashboard aria-hidden />}
        onClick={() => setOpen(true)}
        {...preloadOnIntent(AddToDashboardDialog)}
      >
        <span className={variant === 'secondary' ? styles.label : undefined}>{messages.addToDashboard}</span>
      </Button>
      <LazyDialog open={isOpen}>
        <AddToDashboardDialog open={isOpen} onClose={() => setOpen(false)} {...page} />
      </LazyDialog>
    </>
  );
}
