import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useShortcut, useShortcutListener } from './shortcuts';

function Page({ undo, layer }: { undo: () => void; layer: 'open' | 'closed' }) {
  useShortcutListener();
  useShortcut({ keys: 'mod+z', label: 'Undo', group: 'Test' }, undo);
  return (
    <>
      <main tabIndex={-1}>page</main>
      <div role="dialog" tabIndex={-1} data-state={layer}>
        <input aria-label="field" />
      </div>
    </>
  );
}

const press = (element: Element) => fireEvent.keyDown(element, { key: 'z', ctrlKey: true });

it.each([
  ['on the page', 'main', 'open', 1],
  ['not in an open dialog', 'dialog', 'open', 0],
  ['in a dialog that is on its way out', 'dialog', 'closed', 1],
  ['not in a field', 'textbox', 'closed', 0],
] as const)('a shortcut works %s', (_, role, layer, times) => {
  const undo = vi.fn();
  render(<Page undo={undo} layer={layer} />);
  press(screen.getByRole(role));
  expect(undo).toHaveBeenCalledTimes(times);
});
