import { useEffect, useSyncExternalStore } from 'react';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { useTable } from '@/table/table-context';
import type { SelectionBarProps } from './selection-bar';

const SelectionBar = lazyComponent<SelectionBarProps>(
  async () => (await import('./selection-bar')).SelectionBar,
);

/** The bar of the ticked rows while there are any. Ends the selection of all matching rows when the filters change. */
export function SelectedRows(props: Omit<SelectionBarProps, 'mode'>) {
  const { matchingRows } = props;
  const { selection } = useTable();
  const mode = useSyncExternalStore(selection.subscribe, selection.mode);
  const filters = matchingRows?.filters;
  const filtersText = filters && JSON.stringify(filters);
  useEffect(() => {
    if (filtersText !== undefined) selection.setFilters(filtersText);
  }, [filtersText, selection]);
  if (mode.kind === 'rows' && mode.rows.size === 0) return null;
  return <SelectionBar mode={mode} {...props} />;
}
