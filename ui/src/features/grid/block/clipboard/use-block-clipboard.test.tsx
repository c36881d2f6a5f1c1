import { renderHook } from '@testing-library/react';
import type { DataGridHandle } from 'react-data-grid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BlockActions } from '../use-block-actions';
import { useBlockClipboard } from './use-block-clipboard';

/** Renders the hook for a grid with one cell, with an input outside of the grid. */
function setup() {
  document.body.innerHTML = '<div id="grid"><div id="cell" tabindex="0"></div></div><input id="field">';
  const element = document.getElementById('grid') as HTMLDivElement;
  const grid = { current: { element } as DataGridHandle };
  const actions = {
    getContent: vi.fn(() => ({ text: 'a\tb', html: '<table></table>' })),
    clear: vi.fn(),
    paste: vi.fn(),
  };
  renderHook(() => useBlockClipboard(grid, actions as unknown as BlockActions));
  return actions;
}

/** Dispatches the clipboard event that the browser fires after a key press. */
function dispatch(type: 'copy' | 'cut' | 'paste', target: Element) {
  const data = new DataTransfer();
  if (type === 'paste') data.setData('text/plain', 'x\ty');
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { clipboardData: data });
  target.dispatchEvent(event);
  return { data, isHandled: event.defaultPrevented };
}

const element = (id: string) => document.getElementById(id) as HTMLElement;

afterEach(() => document.body.replaceChildren());

describe('useBlockClipboard', () => {
  it.each([
    ['the cell, as Chromium does', () => element('cell')],
    ['the body, as Firefox does', () => document.body],
  ])('handles events on %s while a cell has the focus', (_, getTarget) => {
    const actions = setup();
    element('cell').focus();
    const { data, isHandled } = dispatch('copy', getTarget());
    expect([isHandled, data.getData('text/plain')]).toEqual([true, 'a\tb']);
    expect(actions.clear).not.toHaveBeenCalled();
    dispatch('cut', getTarget());
    expect(actions.clear).toHaveBeenCalledOnce();
    expect(dispatch('paste', getTarget()).isHandled).toBe(true);
    expect(actions.paste).toHaveBeenCalledWith([['x', 'y'].map((text) => ({ text }))]);
  });

  it.each([
    ['a field', () => element('field').focus()],
    ['nothing', () => element('cell').blur()],
  ])('ignores events while %s has the focus', (_, focus) => {
    const actions = setup();
    focus();
    expect(dispatch('copy', document.body).isHandled).toBe(false);
    expect(dispatch('paste', document.body).isHandled).toBe(false);
    expect([actions.getContent, actions.paste].map(({ mock }) => mock.calls)).toEqual([[], []]);
  });
});
