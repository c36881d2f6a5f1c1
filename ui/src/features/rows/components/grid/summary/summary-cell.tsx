import { RotateCw } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '@/components/menu';
import { Skeleton } from '@/components/skeleton';
import type { Column } from '@/lib/api.gen';
import { plural } from '@/lib/format';
import { functionName, functionsFor, type SummaryFunction, showSummary } from '../../../values/summary.utils';
import { useTable } from '../../table-context';
import { AggregatesOffDialog } from './aggregates-off-dialog';
import styles from './summary.module.css';
import { type ColumnSummary, useSummary } from './summary-context';

export interface SummaryCellProps {
  column: Column;
  tabIndex: number;
}

/** A column's summary; a click, or Enter in its cell, chooses which. */
export function SummaryCell({ column, tabIndex }: SummaryCellProps) {
  const { table } = useTable();
  const { of, choose, selected, retry } = useSummary();
  const [open, setOpen] = useState(false);
  const [explaining, setExplaining] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useOpenedFromCell(button, setOpen);
  const summary = of(column.name);
  const { fn, state } = summary;
  const scope = selected === undefined ? 'all that match' : plural(selected, 'selected row');
  const said = inWords(summary, column, (text) => (fn ? showSummary(table, column, fn, text) : text));
  return (
    <>
      <Menu
        open={open}
        onOpenChange={setOpen}
        onKeyDown={(event) => event.stopPropagation()}
        trigger={
          <button
            ref={button}
            type="button"
            tabIndex={tabIndex}
            className={styles.cell}
            data-summary={state}
            data-selection={selected !== undefined || undefined}
            aria-label={
              fn
                ? `${functionName(fn, column)} of ${column.title}, ${scope}: ${said}`
                : `Summary of ${column.title}`
            }
            title={fn ? `${functionName(fn, column)}, ${scope}` : undefined}
          >
            <span className={styles.name}>{fn ? functionName(fn, column) : 'Summary'}</span>
            {state === 'loading' ? (
              <Skeleton width={48} height={10} />
            ) : (
              <span className={styles.value}>{fn && said}</span>
            )}
          </button>
        }
      >
        <MenuLabel>
          <bdi>{column.title}</bdi>, {scope}
        </MenuLabel>
        <MenuRadioGroup
          value={fn ?? 'none'}
          onValueChange={(value) =>
            choose(column.name, value === 'none' ? undefined : (value as SummaryFunction))
          }
        >
          <MenuRadioItem value="none">None</MenuRadioItem>
          {functionsFor(table, column).map((one) => (
            <MenuRadioItem key={one} value={one}>
              {functionName(one, column)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        {(state === 'off' || state === 'failed') && <MenuSeparator />}
        {state === 'off' && <MenuItem onSelect={() => setExplaining(true)}>Why is it switched off?</MenuItem>}
        {state === 'failed' && (
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={retry}>
            Try again
          </MenuItem>
        )}
      </Menu>
      <AggregatesOffDialog open={explaining} onOpenChange={setExplaining} />
    </>
  );
}

function inWords({ state, text }: ColumnSummary, column: Column, show: (text: string) => string): string {
  switch (state) {
    case 'known':
      return text === null ? 'none' : show(text);
    case 'off':
      return 'switched off';
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

/** The grid's focus is on the cell around the button: there Enter and Space open the menu too. */
function useOpenedFromCell(button: RefObject<HTMLButtonElement | null>, setOpen: (open: boolean) => void) {
  useEffect(() => {
    const cell = button.current?.closest<HTMLElement>('[role="gridcell"]');
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== cell || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(true);
    };
    cell?.addEventListener('keydown', onKeyDown);
    return () => cell?.removeEventListener('keydown', onKeyDown);
  }, [button, setOpen]);
}
