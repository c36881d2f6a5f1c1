import { Group as GroupIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { ComboboxList } from '@/components/fields/combobox/combobox';
import { Popover } from '@/components/overlays/popover';
import { allClosed, isGroupable, noneClosed } from '@/data/paging/groups/groups.utils';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import { preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { TypeIcon } from '@/table/cells/type-icon';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { ToolbarButton } from '@/table/view/toolbar-button';
import { gridMessages } from '../grid-messages';
import styles from './group-popover.module.css';

const messages = gridMessages.groups;

export interface GroupPopoverProps {
  state: TablePageState;
  change: ChangePageState;
  relations: ReadonlyMap<string, Relation>;
}

/** The toolbar's button and popover that choose the column by which rows are grouped. */
export function GroupPopover({ state, change, relations }: GroupPopoverProps) {
  const { table } = useTable();
  const [open, setOpen] = useState(false);
  const columns = listReadableColumns(table).filter(isGroupable);
  if (columns.length === 0) return null;
  const { group } = state;
  const groupColumn = columns.find(({ name }) => name === group?.column);
  const choose = (next: TablePageState['group']) => {
    setOpen(false);
    change({ group: next });
  };
  return (
    <Popover
      flush
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <ToolbarButton
          icon={<GroupIcon size={14} aria-hidden />}
          caption={groupColumn ? messages.buttonActive(groupColumn.title) : messages.button}
          title={messages.button}
          collapse="last"
          data-active={groupColumn ? true : undefined}
          {...preloadOnIntent(ComboboxList)}
        />
      }
    >
      <ComboboxList
        label={messages.choose}
        value={group?.column ?? null}
        options={columns.map((column) => ({
          value: column.name,
          label: column.title,
          icon: <TypeIcon column={column} target={relations.get(column.name)?.target} />,
        }))}
        onChoose={({ value }) => choose({ column: value, closed: noneClosed })}
      />
      {group && (
        <div className={styles.foot}>
          <Button size="sm" variant="ghost" onClick={() => choose({ ...group, closed: allClosed })}>
            {messages.collapseAll}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => choose({ ...group, closed: noneClosed })}>
            {messages.expandAll}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => choose(undefined)}>
            {messages.remove}
          </Button>
        </div>
      )}
    </Popover>
  );
}
