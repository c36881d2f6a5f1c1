import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { RowsView } from '@/data/rows/row-keys';
import { LazyDialog, lazyComponent } from '@/lib/browser/lazy-loading';
import { useShortcut } from '@/lib/browser/shortcuts';
import type { GoToDialogProps } from './go-to-dialog';

const GoToDialog = lazyComponent<GoToDialogProps>(async () => (await import('./go-to-dialog')).GoToDialog);

/** The way to any row of the table: a button, and its keys. */
export function GoToRowButton({ pages, view }: { pages: PagedRows; view: RowsView }) {
  const [open, setOpen] = useState(false);
  const label = 'Go to a row, a share or a value';
  const options = { enabled: pages.count !== undefined };
  const go = (kind: 'start' | 'end') => () => pages.goTo({ kind });
  useShortcut({ keys: 'mod+g', label, group: 'Table' }, () => setOpen(true), options);
  useShortcut({ keys: 'mod+home', label: 'Go to the first row', group: 'Table' }, go('start'), options);
  useShortcut({ keys: 'mod+end', label: 'Go to the last row', group: 'Table' }, go('end'), options);
  if (!pages.count) return null;
  return (
    <>
      <IconButton
        size="sm"
        side="top"
        label={label}
        keys="mod+g"
        icon={<LocateFixed size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      />
      <LazyDialog open={open}>
        <GoToDialog {...{ pages, view, open }} count={pages.count} onOpenChange={setOpen} />
      </LazyDialog>
    </>
  );
}
