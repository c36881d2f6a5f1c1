import { Group as GroupIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { ComboboxList } from '@/components/fields/combobox';
import { Popover } from '@/components/overlays/popover';
import { readableColumns } from '@/data/layouts/columns.utils';
import { allClosed, isGroupable, noneClosed } from '@/data/paging/groups/groups.utils';
import type { TablePageState } from '@/data/query/table-page-state';
import type { Relation } from '@/data/relations/references';
import { TypeIcon } from '@/table/cells/type-icon';
import chips from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import styles from './group-popover.module.css';

export interface GroupPopoverProps {
  state: TablePageState;
  change: ChangePageState;
  relations: ReadonlyMap<string, Relation>;
}

/** By which column the rows are grouped. */
export function GroupPopover({ state, change, relations }: GroupPopoverProps) {
  const { table } = useTable();
  const [open, setOpen] = useState(false);
  const columns = readableColumns(table).filter(isGroupable);
  if (columns.length === 0) return null;
  const { group } = state;
  const by = columns.find(({ name }) => name === group?.column);
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
        <button
          type="button"
          className={chips.add}
          title="Group"
          data-collapse="last"
          data-active={by ? true : undefined}
        >
          <GroupIcon size={14} aria-hidden />
          <span className={chips.caption}>{by ? `Group: ${by.title}` : 'Group'}</span>
        </button>
      }
    >
      <ComboboxList
        label="Group by"
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
            Close all
          </Button>
          <Button size="sm" variant="ghost" onClick={() => choose({ ...group, closed: noneClosed })}>
            Open all
          </Button>
          <Button size="sm" variant="ghost" onClick={() => choose(undefined)}>
            Don’t group
          </Button>
        </div>
      )}
    </Popover>
  );
}
