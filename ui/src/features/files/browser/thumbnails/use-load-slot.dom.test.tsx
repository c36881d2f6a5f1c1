import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLoadSlot } from './use-load-slot';

test('six pictures load at the same time, then those that still wait', () => {
  const pictures = Array.from({ length: 9 }, () => renderHook(() => useLoadSlot(true)));
  const list = () => pictures.map(({ result }) => (result.current[0] ? 1 : 0)).join('');
  expect(list()).toBe('111111000');
  act(() => pictures[0]?.result.current[1]());
  expect(list()).toBe('111111100');
  act(() => pictures[0]?.result.current[1]()); // again: it has no slot
  expect(list()).toBe('111111100');
  act(() => pictures[7]?.unmount());
  act(() => pictures[1]?.unmount());
  expect(list()).toBe('111111101');
  for (const picture of pictures) picture.unmount();
  const { result } = renderHook(() => useLoadSlot(true));
  expect(result.current[0]).toBe(true);
});
