import { ChevronDown } from 'lucide-react';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/components/overlays/menu';
import type { Column } from '@/lib/api.gen';
import { TypeIcon } from '@/table/cells/type-icon';
import chips from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
import { ToolbarButton } from '@/table/view/toolbar-button';

export interface ViewColumnMenuProps {
  /** The text before the column's title: 'Lanes by', 'Days by'. */
  label: string;
  columns: readonly Column[];
  value: Column;
  onChange: (column: string) => void;
}

/** The menu that changes the column of a view's lanes, pictures or days. */
export function ViewColumnMenu({ label, columns, value, onChange }: ViewColumnMenuProps) {
  const { table } = useTable();
  return (
    <Menu
      align="end"
      trigger={
        <ToolbarButton caption={`${label} `} collapse="last">
          <span className={chips.value} dir="auto">
            {value.title}
          </span>
          <ChevronDown size={13} aria-hidden />
        </ToolbarButton>
      }
    >
      <MenuRadioGroup value={value.name} onValueChange={onChange}>
        {columns.map((column) => (
          <MenuRadioItem
            key={column.name}
            value={column.name}
            icon={<TypeIcon column={column} isKey={table.primaryKey.includes(column.name)} />}
          >
            {column.title}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
