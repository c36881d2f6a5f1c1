import { Rows2, Rows3, Rows4, WrapText } from 'lucide-react';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '@/components/overlays/menu';
import { type ColumnPrefs, type RowSize, rowSizes } from '@/data/layouts/column-prefs';
import bar from '@/table/view/status-bar.module.css';
import { gridMessages } from '../grid-messages';

const messages = gridMessages.size;

const icons = { compact: Rows4, normal: Rows3, tall: Rows2 };

export interface RowSizeMenuProps {
  prefs: ColumnPrefs;
  setPrefs: (changes: Partial<ColumnPrefs>) => void;
}

/** The menu that chooses the height of the rows, and whether texts are wrapped. Wrapped texts need tall rows. */
export function RowSizeMenu({ prefs: { rowSize = 'normal', wraps = true }, setPrefs }: RowSizeMenuProps) {
  const Icon = icons[rowSize];
  return (
    <Menu
      trigger={
        <button type="button" className={bar.toggle} aria-label={messages.button(messages.names[rowSize])}>
          <Icon size={13} aria-hidden /> {messages.label}
        </button>
      }
    >
      <MenuLabel>{messages.heading}</MenuLabel>
      <MenuRadioGroup value={rowSize} onValueChange={(size) => setPrefs({ rowSize: size as RowSize })}>
        {rowSizes.map((size) => {
          const SizeIcon = icons[size];
          return (
            <MenuRadioItem key={size} value={size} icon={<SizeIcon aria-hidden />}>
              {messages.names[size]}
            </MenuRadioItem>
          );
        })}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem
        icon={<WrapText aria-hidden />}
        disabled={rowSize !== 'tall'}
        onSelect={() => setPrefs({ wraps: !wraps })}
      >
        {wraps ? messages.oneLine : messages.wrap}
      </MenuItem>
    </Menu>
  );
}
