import { renderHook } from '@testing-library/react';
import type { DataGridHandle } from 'react-data-grid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BlockActions } from '../use-block-actions';
import { useBlockClipboard } from './use-block-clipboard';

/** A grid of one cell with the hook on it, beside a field. */
function setup() {
  document.body.innerHTML = '<div id="grid"><div id="cell" tabindex="0"></div></div><input id="field">';
  const element = document.getElementById('grid') as HTMLDivElement;
  const grid = { current: { element } as DataGridHandle };
  const actions = {
    copied: vi.fn(() => ({ text: 'a\tb', html: '<table></table>' })),
    clear: vi.fn(),
    paste: vi.fn(),
  };
  renderHook(() => useBlockClipboard(grid, actions as unknown as BlockActions));
  return actions;
}

/** What the browser sends after the key; `from` is where. */
function send(type: 'copy' | 'cut' | 'paste', from: Element) {
  const data = new DataTransfer();
  if (type === 'paste') data.setData('text/plain', 'x\ty');
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { clipboardData: data });
  from.dispatchEvent(event);
  return { data, taken: event.defaultPrevented };
}

const element = (id: string) => document.getElementById(id) as HTMLElement;

afterEach(() => document.body.replaceChildren());

describe('useBlockClipboard', () => {
  it.each([
    ['the cell, as Chromium does', () => element('cell')],
    ['the body, as Firefox does', () => document.body],
  ])('takes what is sent to %s, while a cell has the focus', (_, from) => {
    const actions = setup();
    element('cell').focus();
    const { data, taken } = send('copy', from());
    expect([taken, data.getData('text/plain')]).toEqual([true, 'a\tb']);
    expect(actions.clear).not.toHaveBeenCalled();
    send('cut', from());
    expect(actions.clear).toHaveBeenCalledOnce();
    expect(send('paste', from()).taken).toBe(true);
    expect(actions.paste).toHaveBeenCalledWith([['x', 'y'].map((text) => ({ text }))]);
  });

  it.each([
    ['a field', () => element('field').focus()],
    ['nothing', () => element('cell').blur()],
  ])('leaves it alone while %s has the focus', (_, focus) => {
    const actions = setup();
    focus();
    expect([send('copy', document.body).taken, send('paste', document.body).taken]).toEqual([false, false]);
    expect([actions.copied, actions.paste].map(({ mock }) => mock.calls)).toEqual([[], []]);
  });
});
