import { Columns3 } from 'lucide-react';
import { Spinner } from '@/components/feedback/spinner';
import { Popover } from '@/components/overlays/popover';
import { listViewColumns } from '@/data/rows/readable-columns';
import { lazyComponent, preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { useTable } from '@/table/table-context';
import { ToolbarButton } from '@/table/view/toolbar-button';
import { gridMessages } from '../grid-messages';
import type { ColumnsEditorProps } from './columns-editor';
import styles from './columns-popover.module.css';

const messages = gridMessages.columns;

const ColumnsEditor = lazyComponent<ColumnsEditorProps>(
  async () => (await import('./columns-editor')).ColumnsEditor,
  <Spinner />,
);

export interface ColumnsPopoverProps extends Omit<ColumnsEditorProps, 'title'> {
  /** The word for a column in texts: 'column' in a grid, 'field' on a card. */
  columnNoun: 'column' | 'field';
}

/** The button and popover in which the user chooses the visible columns and their order. */
export function ColumnsPopover({ columnNoun, ...props }: ColumnsPopoverProps) {
  const { table } = useTable();
  const title = columnNoun === 'column' ? messages.title : messages.fieldsTitle;
  return (
    <Popover
      align="end"
      className={styles.popover}
      trigger={
        <ToolbarButton
          icon={<Columns3 size={14} aria-hidden />}
          caption={messages.count(props.visibleColumns.length, listViewColumns(table).length, columnNoun)}
          title={title}
          collapse="first"
          {...preloadOnIntent(ColumnsEditor)}
        />
      }
    >
      <ColumnsEditor {...props} title={title} />
    </Popover>
  );
}
