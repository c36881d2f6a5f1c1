import '../../ui/src/features/grid/iterator-helpers';
import 'react-data-grid/lib/styles.css';
import { DataGrid } from 'react-data-grid';
import { createRoot } from 'react-dom/client';

/** Renders react-data-grid alone: 40 columns of computed text, without requests and editors. */
export function show(count: number) {
  const rows = Array.from({ length: count }, (_, id) => ({ id }));
  const columns = Array.from({ length: 40 }, (_, i) => ({
    key: `c${i}`,
    name: `Column ${i}`,
    width: 120,
    resizable: true,
    renderCell: ({ row }: { row: { id: number } }) =>
      i === 0 ? String(row.id + 1) : `value ${row.id % (i * 97)}`,
  }));
  const root = document.createElement('div');
  document.body.style.margin = '0';
  document.body.append(root);
  createRoot(root).render(
    <DataGrid
      aria-label="floor"
      style={{ blockSize: '100vh' }}
      rowHeight={32}
      columns={columns}
      rows={rows}
    />,
  );
}

Object.assign(window, { show });
