import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { RowOrigin } from '../../../api/paging/row-source';
import { useTable } from '../../table-context';

/**
 * Keeps the block, and the grid's active cell, at their rows when those turn out
 * to have other indexes. Where no index of before means anything, there is none.
 * While `moving` holds, the active cell changes its place only.
 */
export function useBlockOrigin(
  grid: RefObject<DataGridHandle | null>,
  { run, at }: RowOrigin,
  offset: number,
): RefObject<boolean> {
  const { block } = useTable();
  const seen = useRef({ run, at });
  const moving = useRef(false);
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { run, at };
    if (before.run !== run) return block.clear();
    const handle = grid.current;
    const { block: current } = block.state();
    if (before.at === at || !current || !handle) return;
    const element = handle.element;
    const focused = element?.contains(document.activeElement) ?? false;
    block.shift(at - before.at);
    moving.current = true;
    handle.setActivePosition({
      rowIdx: current.anchor.row + at - before.at,
      idx: current.anchor.column + offset,
    });
    moving.current = false;
    if (!focused) return;
    // Focused when it is drawn, and without scrolling there.
    const frame = requestAnimationFrame(() =>
      element?.querySelector<HTMLElement>('[role="row"] > [tabindex="0"]')?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [grid, block, run, at, offset]);
  return moving;
}
