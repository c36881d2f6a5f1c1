import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { RowsView } from '@/data/rows/row-keys';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { gridMessages } from '../grid-messages';
import type { GoToDialogProps } from './go-to-dialog';

const GoToDialog = lazyComponent<GoToDialogProps>(async () => (await import('./go-to-dialog')).GoToDialog);

/** Opens the dialog that goes to any row of the table, by a button and by its shortcut. */
export function GoToRowButton({ pages, view }: { pages: PagedRows; view: RowsView }) {
  const [open, setOpen] = useState(false);
  const label = gridMessages.goTo.button;
  const options = { enabled: pages.count !== undefined };
  useShortcut({ keys: 'mod+g', label, group: gridMessages.shortcuts.table }, () => setOpen(true), options);
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
