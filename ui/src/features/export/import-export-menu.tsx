import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { ArrowDownUp, Braces, ClipboardCopy, Download, FileUp, Link2, Sheet } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/overlays/menu';
import { toast } from '@/components/overlays/toast';
import { loadedRows } from '@/data/paging/segments/use-pages';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import { type ExportRequest, exportURL, listRows } from '@/data/rows/rows-api';
import { viewHref } from '@/data/saved-views/saved-views.utils';
import type { Column } from '@/lib/api.gen';
import { formatCount, formatPlural } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import chips from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
import { formatMarkdownTable } from './markdown.utils';

export interface ImportExportMenuProps {
  /** The columns shown, in their order. */
  columns: readonly Column[];
  view: RowsView;
  /** The address of what is shown, whole enough to be sent to somebody. */
  getQuery: () => string;
}

/** Rows out of the table, as files or as text, and from a file into it. */
export function ImportExportMenu({ columns, view, getQuery }: ImportExportMenuProps) {
  const { table, selection } = useTable();
  const client = useQueryClient();
  // Rendered again when rows have come.
  useIsFetching({ queryKey: rowKeys.table(table) });
  const [preparing, setPreparing] = useState(false);
  const selected = useSyncExternalStore(selection.subscribe, selection.rows);
  const { filters, order } = view;

  const download = async (request: Pick<ExportRequest, 'columns' | 'format'>) => {
    setPreparing(true);
    try {
      // A refusal is told here: a download could only fail without a word.
      await listRows(table, { filters, order, columns: columns.map(({ name }) => name), limit: 1 });
      const link = document.createElement('a');
      link.href = exportURL(table, { filters, order, ...request });
      link.download = '';
      link.click();
    } catch (error) {
      toast.error(error, `${table.title} could not be exported.`);
    } finally {
      setPreparing(false);
    }
  };
  const copy = async () => {
    const rows = selected.size > 0 ? [...selected.values()] : loadedRows(client, table, view);
    try {
      await navigator.clipboard.writeText(formatMarkdownTable(columns, rows));
      toast.done(`${formatPlural(rows.length, 'row')} copied as Markdown.`);
    } catch (error) {
      toast.error(error, 'The browser did not let the rows be copied.');
    }
  };
  const copyLink = async () => {
    try {
      const address = viewHref({ schema: table.schema, table: table.name, query: getQuery() });
      await navigator.clipboard.writeText(new URL(address, window.location.href).href);
      toast.done('A link to these rows was copied, with columns and widths as you see them.');
    } catch (error) {
      toast.error(error, 'The browser did not let the link be copied.');
    }
  };
  const label = table.privileges.insert ? 'Import and export' : 'Export';
  const loaded = loadedRows(client, table, view).length;
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={chips.add}
          title={label}
          data-collapse="first"
          aria-busy={preparing || undefined}
        >
          <ArrowDownUp size={14} aria-hidden />
          <span className={chips.caption}>{label}</span>
        </button>
      }
    >
      {table.privileges.insert && (
        <>
          <MenuItem
            icon={<FileUp aria-hidden />}
            onSelect={() => navigate(hrefs.importCSV(table.schema, table.name))}
          >
            Import CSV…
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyLink()}>
        Copy link to what is shown
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Export all rows that match</MenuLabel>
      <MenuItem
        icon={<Sheet aria-hidden />}
        onSelect={() => void download({ format: 'spreadsheet', columns: columns.map(({ name }) => name) })}
      >
        CSV, columns as shown
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => void download({ format: 'spreadsheet' })}>
        CSV, all columns
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden />} onSelect={() => void download({ format: 'json' })}>
        JSON, all columns
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<ClipboardCopy aria-hidden />}
        disabled={selected.size === 0 && loaded === 0}
        onSelect={() => void copy()}
      >
        {selected.size > 0
          ? `Copy ${formatCount(selected.size)} selected as Markdown`
          : `Copy the ${formatCount(loaded)} loaded as Markdown`}
      </MenuItem>
    </Menu>
  );
}
