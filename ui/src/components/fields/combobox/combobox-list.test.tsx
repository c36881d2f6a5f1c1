import { render, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ComboboxList } from './combobox-list';

const options = [
  { value: 'be', label: 'Belgium' },
  { value: 'dk', label: 'Denmark' },
  { value: 'de', label: 'Germany', detail: 'Deutschland' },
];

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView ??= () => {};
});

/** Renders the list after the user has typed a text and Enter while its code loaded. */
function renderWithEarlyEnter(text: string, search?: () => Promise<typeof options>) {
  const onChoose = vi.fn();
  const getTypedAhead = () => ({ text, isEntered: true, takesFocus: true });
  const list = search ? { search } : { options };
  render(<ComboboxList label="Country" value={null} {...list} {...{ onChoose, getTypedAhead }} />);
  return onChoose;
}

test.each([
  ['denm', 'dk'],
  ['deutsch', 'de'],
])('Enter before the code of a fixed list is loaded chooses the first match of %s', async (text, value) => {
  const onChoose = renderWithEarlyEnter(text);
  await waitFor(() => expect(onChoose).toHaveBeenCalledOnce());
  expect(onChoose.mock.lastCall?.[0]).toMatchObject({ value });
});

test.each(['', 'xyz'])('it chooses nothing for %j', async (text) => {
  expect(renderWithEarlyEnter(text)).not.toHaveBeenCalled();
});

test('Enter before the code of a search is loaded chooses the first result', async () => {
  const search = async () => options;
  const onChoose = renderWithEarlyEnter('b', search);
  await waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith(options[0]));
});
