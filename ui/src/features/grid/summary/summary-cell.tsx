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
  getFunctionLabel,
  listSummaryFunctions,
  type SummaryFunction,
} from '@/data/values/summary/summary.utils';
import type { Column } from '@/lib/api.gen';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import type { AggregatesDisabledDialogProps } from './aggregates-disabled-dialog';
import styles from './summary.module.css';
import { type ColumnSummary, useSummary } from './summary-context';

const messages = gridMessages.summary;

const AggregatesDisabledDialog = lazyComponent<AggregatesDisabledDialogProps>(
  async () => (await import('./aggregates-disabled-dialog')).AggregatesDisabledDialog,
);

export interface SummaryCellProps {
  column: Column;
  tabIndex: number;
  /** Whether the column's values are aligned at the cell's end. */
  isEndAligned: boolean;
}

/** A cell of the summary row: the value, and the menu that chooses the function. */
export function SummaryCell({ column, tabIndex, isEndAligned }: SummaryCellProps) {
  const { table } = useTable();
  const { getSummary, setFunction, selectedRowCount, retry } = useSummary();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
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
          // The summary row is sticky. Scrolling it into view would scroll the grid to its end.
          button.current?.focus({ preventScroll: true });
        }}
        trigger={
          <SummaryButton
            ref={button}
            tabIndex={tabIndex}
            {...{ column, isEndAligned, summary, scope }}
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
          <MenuRadioItem value="none">{messages.noFunction}</MenuRadioItem>
          {listSummaryFunctions(table, column).map((name) => (
            <MenuRadioItem key={name} value={name}>
              {getFunctionLabel(name, column)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        {(loadedRowCount !== undefined || state === 'failed') && <MenuSeparator />}
        {loadedRowCount !== undefined && (
          <MenuItem onSelect={() => setIsDialogOpen(true)}>{messages.whyLoadedOnly}</MenuItem>
        )}
        {state === 'failed' && (
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={retry}>
            {messages.retry}
          </MenuItem>
        )}
      </Menu>
      <LazyDialog open={isDialogOpen}>
        <AggregatesDisabledDialog open={isDialogOpen} onOpenChange={setIsDialogOpen} />
      </LazyDialog>
    </>
  );
}

/** Describes the rows that a summary is of. */
function formatScope({ loadedRowCount }: ColumnSummary, selected: number | undefined): string {
  if (loadedRowCount !== undefined) return messages.scopeLoaded(loadedRowCount);
  return selected === undefined ? messages.scopeAll : messages.scopeSelected(selected);
}

interface SummaryButtonProps extends ComponentProps<'button'> {
  column: Column;
  isEndAligned: boolean;
  summary: ColumnSummary;
  /** Describes the rows that the summary is of. */
  scope: string;
  hasSelection: boolean;
}

/** The value of a summary. The menu passes `props` to its trigger. */
function SummaryButton({ column, isEndAligned, summary, scope, hasSelection, ...props }: SummaryButtonProps) {
  const { table } = useTable();
  const { fn, state, loadedRowCount } = summary;
  const value = describeSummary(summary, column, (text) =>
    fn ? formatSummary(table, column, fn, text) : text,
  );
  const name = fn && getFunctionLabel(fn, column);
  return (
    <button
      type="button"
      onMouseDown={(event) => event.stopPropagation()}
      className={styles.cell}
      data-end={isEndAligned || undefined}
      data-summary={state}
      data-selection={hasSelection || undefined}
      aria-label={
        name ? messages.valueLabel(name, column.title, scope, value) : messages.cellLabel(column.title)
      }
      title={name && messages.valueHint(name, scope, value)}
      {...props}
    >
      <span className={styles.name}>
        {name && loadedRowCount !== undefined
          ? messages.nameOfLoaded(name, loadedRowCount)
          : (name ?? messages.button)}
      </span>
      {state === 'loading' ? (
        <Skeleton width={48} height={10} />
      ) : (
        <span className={styles.value}>{fn && value}</span>
      )}
    </button>
  );
}

/** Returns the text of a summary: its value, or why there is none. `format` formats a known value. */
function describeSummary(
  { state, text }: ColumnSummary,
  column: Column,
  format: (text: string) => string,
): string {
  switch (state) {
    case 'known':
      return text === null ? messages.noValue : format(text);
    case 'notLoaded':
      return messages.notLoaded;
    case 'failed':
      return messages.failed;
    case 'loading':
      return messages.loading(column.title);
    case 'none':
      return '';
  }
}
