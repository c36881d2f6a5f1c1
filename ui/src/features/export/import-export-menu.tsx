import {
  ArrowDownUp,
  Braces,
  ClipboardCopy,
  Download,
  FileSpreadsheet,
  FileUp,
  Link2,
  Sheet,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { copyLink } from '@/components/copy-link';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/overlays/menu';
import type { RowsView } from '@/data/rows/row-keys';
import { formatViewHref } from '@/data/saved-views/saved-views.utils';
import type { Column } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { useTable } from '@/table/table-context';
import { ToolbarButton } from '@/table/view/toolbar-button';
import { exportMessages as messages } from './export-messages';
import { useCopyMarkdown } from './use-copy-markdown';
import { useExport } from './use-export';

export interface ImportExportMenuProps {
  /** The visible columns, in their order. */
  columns: readonly Column[];
  view: RowsView;
  /** Returns the query of the view that the page shows, including its columns and widths. */
  getQuery: () => string;
}

/** Menu that exports rows as files, Markdown or a link, and opens the import. */
export function ImportExportMenu({ columns, view, getQuery }: ImportExportMenuProps) {
  const { table } = useTable();
  const { isPreparing, download, downloadWorkbook } = useExport(columns, view);
  const canInsert = table.privileges.insert;
  const copyViewLink = () =>
    void copyLink(
      formatViewHref({ schema: table.schema, table: table.name, query: getQuery() }),
      messages.linkCopied,
    );
  return (
    <Menu
      align="end"
      trigger={
        <MenuTrigger
          label={canInsert ? messages.importAndExport : messages.exportOnly}
          isBusy={isPreparing}
        />
      }
    >
      {canInsert && <ImportItem />}
      <MenuItem icon={<Link2 aria-hidden />} onSelect={copyViewLink}>
        {messages.copyLink}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>{messages.exportHeading}</MenuLabel>
      <MenuItem icon={<FileSpreadsheet aria-hidden />} onSelect={() => void downloadWorkbook(columns)}>
        {messages.visibleColumnsWorkbook}
      </MenuItem>
      <MenuItem
        icon={<FileSpreadsheet aria-hidden />}
        onSelect={() => void downloadWorkbook(table.columns.filter(({ privileges }) => privileges.select))}
      >
        {messages.allColumnsWorkbook}
      </MenuItem>
      <MenuItem
        icon={<Sheet aria-hidden />}
        onSelect={() => void download({ format: 'spreadsheet', columns: columns.map(({ name }) => name) })}
      >
        {messages.visibleColumnsCSV}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => void download({ format: 'spreadsheet' })}>
        {messages.allColumnsCSV}
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden />} onSelect={() => void download({ format: 'json' })}>
        {messages.allColumnsJSON}
      </MenuItem>
      <MenuSeparator />
      <CopyMarkdownItem {...{ columns, view }} />
    </Menu>
  );
}

/** Opens the import of a file, with the separator after this item. */
function ImportItem() {
  const { table } = useTable();
  return (
    <>
      <MenuItem
        icon={<FileUp aria-hidden />}
        onSelect={() => navigate(hrefs.importCSV(table.schema, table.name))}
      >
        {messages.importFile}
      </MenuItem>
      <MenuSeparator />
    </>
  );
}

/** Copies rows as Markdown. A component of its own, so that only the open menu follows the rows. */
function CopyMarkdownItem({ columns, view }: Pick<ImportExportMenuProps, 'columns' | 'view'>) {
  const { rowCount, isSelection, copy } = useCopyMarkdown(columns, view);
  return (
    <MenuItem icon={<ClipboardCopy aria-hidden />} disabled={rowCount === 0} onSelect={() => void copy()}>
      {isSelection ? messages.copySelectedRows(rowCount) : messages.copyLoadedRows(rowCount)}
    </MenuItem>
  );
}

interface MenuTriggerProps extends ComponentProps<'button'> {
  label: string;
  isBusy: boolean;
}

function MenuTrigger({ label, isBusy, ...props }: MenuTriggerProps) {
  return (
    <ToolbarButton
      icon={<ArrowDownUp size={14} aria-hidden />}
      caption={label}
      title={label}
      collapse="first"
      aria-busy={isBusy || undefined}
      {...props}
    />
  );
}
