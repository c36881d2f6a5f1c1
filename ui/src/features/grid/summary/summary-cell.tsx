import { RotateCw } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '@/components/overlays/menu';
import {
  formatSummary,
  functionName,
  functionsFor,
  type SummaryFunction,
} from '@/data/values/summary/summary.utils';
import type { Column } from '@/lib/api.gen';
import { formatCount, formatPlural } from '@/lib/format';
import { useTable } from '@/table/table-context';
import { AggregatesDisabledDialog } from './aggregates-disabled-dialog';
import styles from './summary.module.css';
import { type ColumnSummary, useSummary } from './summary-context';

export interface SummaryCellProps {
  column: Column;
  tabIndex: number;
  /** The column's values stand at the cell's end. */
  end: boolean;
}

/** A column's summary; its menu chooses which. */
export function SummaryCell({ column, tabIndex, end }: SummaryCellProps) {
  const { table } = useTable();
  const { getSummary, setFunction, selectedRowCount, retry } = useSummary();
  const [explaining, setExplaining] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const summary = getSummary(column.name);
  const { fn, state, loadedRowCount } = summary;
  const scope = formatScope(summary, selectedRowCount);
  return (
    <>
      <Menu
        onKeyDown={(event) => event.stopPropagation()}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // The row sticks to the grid's end: bringing it into view would scroll the others away.
          button.current?.focus({ preventScroll: true });
        }}
        trigger={
          <SummaryButton
            ref={button}
            tabIndex={tabIndex}
            {...{ column, end, summary, scope }}
            hasSelection={selectedRowCount !== undefined}
          />
        }
      >
        <MenuLabel>
          <bdi>{column.title}</bdi>, {scope}
        </MenuLabel>
        <MenuRadioGroup
          value={fn ?? 'none'}
          onValueChange={(value) =>
            setFunction(column.name, value === 'none' ? undefined : (value as SummaryFunction))
          }
        >
          <MenuRadioItem value="none">None</MenuRadioItem>
          {functionsFor(table, column).map((one) => (
            <MenuRadioItem key={one} value={one}>
              {functionName(one, column)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        {(loadedRowCount !== undefined || state === 'failed') && <MenuSeparator />}
        {loadedRowCount !== undefined && (
          <MenuItem onSelect={() => setExplaining(true)}>Why only loaded rows?</MenuItem>
        )}
        {state === 'failed' && (
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={retry}>
            Try again
          </MenuItem>
        )}
      </Menu>
      <AggregatesDisabledDialog open={explaining} onOpenChange={setExplaining} />
    </>
  );
}

/** The rows that a summary is of, in words. */
function formatScope({ loadedRowCount }: ColumnSummary, selected: number | undefined): string {
  if (loadedRowCount !== undefined) return formatPlural(loadedRowCount, 'loaded row');
  return selected === undefined ? 'all that match' : formatPlural(selected, 'selected row');
}

interface SummaryButtonProps extends ComponentProps<'button'> {
  column: Column;
  end: boolean;
  summary: ColumnSummary;
  /** The rows that it is of, in words. */
  scope: string;
  hasSelection: boolean;
}

/** The summary's value; a click opens its menu. */
function SummaryButton({ column, end, summary, scope, hasSelection, ...props }: SummaryButtonProps) {
  const { table } = useTable();
  const { fn, state, loadedRowCount } = summary;
  const said = describeSummary(summary, column, (text) =>
    fn ? formatSummary(table, column, fn, text) : text,
  );
  const name = fn && functionName(fn, column);
  return (
    <button
      type="button"
      onMouseDown={(event) => event.stopPropagation()}
      className={styles.cell}
      data-end={end || undefined}
      data-summary={state}
      data-selection={hasSelection || undefined}
      aria-label={name ? `${name} of ${column.title}, ${scope}: ${said}` : `Summary of ${column.title}`}
      title={name && `${name}, ${scope}: ${said}`}
      {...props}
    >
      <span className={styles.name}>
        {name ?? 'Summary'}
        {loadedRowCount !== undefined && ` of ${formatCount(loadedRowCount)} loaded`}
      </span>
      {state === 'loading' ? (
        <Skeleton width={48} height={10} />
      ) : (
        <span className={styles.value}>{fn && said}</span>
      )}
    </button>
  );
}

function describeSummary(
  { state, text }: ColumnSummary,
  column: Column,
  show: (text: string) => string,
): string {
  switch (state) {
    case 'known':
      return text === null ? 'none' : show(text);
    case 'unread':
      return 'not all loaded';
    case 'failed':
      return 'could not be read';
    case 'loading':
      return `loading ${column.title}`;
    case 'none':
      return '';
  }
}
