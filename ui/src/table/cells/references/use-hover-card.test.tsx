import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pauseHoverAfterDrop } from '@/table/drag/drop-pause';
import { useHoverCard } from './use-hover-card';

function Target() {
  const { open, onTarget } = useHoverCard();
  return (
    <button type="button" {...onTarget}>
      {open ? 'open' : 'closed'}
    </button>
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rest() {
  const target = screen.getByRole('button');
  fireEvent.pointerEnter(target, { pointerType: 'mouse' });
  act(() => void vi.advanceTimersByTime(1000));
  return target.textContent;
}

it('opens while a mouse rests on the target', () => {
  render(<Target />);
  expect(rest()).toBe('open');
  fireEvent.pointerLeave(screen.getByRole('button'));
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByRole('button').textContent).toBe('closed');
});

it('stays closed after a drop until the pointer moves', () => {
  render(<Target />);
  pauseHoverAfterDrop();
  expect(rest()).toBe('closed');
  fireEvent.pointerMove(window);
  expect(rest()).toBe('open');
});
