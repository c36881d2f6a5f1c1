import { ArrowUpNarrowWide } from 'lucide-react';
import { Spinner } from '@/components/feedback/spinner';
import { Popover } from '@/components/overlays/popover';
import { lazyComponent, preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { ToolbarButton } from '@/table/view/toolbar-button';
import { filtersMessages } from '../filters-messages';
import type { SortEditorProps } from './sort-editor';
import styles from './sort-popover.module.css';

const messages = filtersMessages.sort;

const SortEditor = lazyComponent<SortEditorProps>(
  async () => (await import('./sort-editor')).SortEditor,
  <Spinner />,
);

/** The toolbar's button and popover that edit the order of the rows. */
export function SortPopover({ order, relations, onChange }: SortEditorProps) {
  return (
    <Popover
      align="end"
      className={styles.popover}
      flush={order.length === 0}
      trigger={
        <ToolbarButton
          icon={<ArrowUpNarrowWide size={14} aria-hidden />}
          caption={messages.button(order.length)}
          title={messages.buttonTitle}
          collapse="last"
          {...preloadOnIntent(SortEditor)}
        />
      }
    >
      <SortEditor {...{ order, relations, onChange }} />
    </Popover>
  );
}
