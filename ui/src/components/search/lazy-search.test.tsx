import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { preloadable } from '@/lib/browser/loading/lazy-loading';
import { type GetTypedAhead, LazySearch, type TypedAhead, useTypedAhead } from './lazy-search';

interface Props {
  getTypedAhead: GetTypedAhead;
}

function Search({ getTypedAhead }: Props) {
  const { text, isEntered, takesFocus } = useTypedAhead(getTypedAhead);
  // biome-ignore lint/a11y/noAutofocus: as a real search does
  return <input aria-label="Search" autoFocus={takesFocus} defaultValue={`${text}|${isEntered}`} />;
}

/** Renders a search whose code has not loaded, and a button beside it. Returns a function that loads the code. */
function renderLoading(initialInput?: Omit<TypedAhead, 'takesFocus'>) {
  let resolve = (_: ComponentType<Props>) => {};
  const Loading = preloadable<Props>(
    () =>
      new Promise((fulfil) => {
        resolve = fulfil;
      }),
  );
  render(
    <>
      <LazySearch label="Find" initialInput={initialInput}>
        {(getTypedAhead) => <Loading getTypedAhead={getTypedAhead} />}
      </LazySearch>
      <button type="button">Advanced</button>
    </>,
  );
  return () => act(async () => resolve(Search));
}

test('the text and Enter that were typed ahead are in the loaded search', async () => {
  const load = renderLoading();
  const input = screen.getByRole('textbox', { name: 'Find' });
  expect(document.activeElement).toBe(input);
  fireEvent.change(input, { target: { value: 'time zone' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await load();
  const search = screen.getByRole('textbox', { name: 'Search' });
  expect(search).toHaveProperty('value', 'time zone|true');
  expect(document.activeElement).toBe(search);
});

test('the text that was typed before the code has loaded is in the field, and can be continued', async () => {
  const load = renderLoading({ text: 'time', isEntered: false });
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Find' });
  expect(input.value).toBe('time');
  fireEvent.change(input, { target: { value: `${input.value} zone` } });
  await load();
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveProperty('value', 'time zone|false');
});

test('the text that was typed before is in a search that takes over at once', async () => {
  const load = renderLoading({ text: 'time', isEntered: true });
  await load();
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveProperty('value', 'time|true');
});

test('the search has the text that was typed between its first render and the moment when it is shown', () => {
  const results = [
    { text: '', isEntered: false, takesFocus: true },
    { text: 'time zone', isEntered: true, takesFocus: false },
  ];
  const { result } = renderHook(() => useTypedAhead(() => results.shift() ?? expect.fail('read again')));
  expect(result.current).toEqual({ text: 'time zone', isEntered: true, takesFocus: true });
});

test('more text after Enter cancels it', async () => {
  const load = renderLoading();
  const input = screen.getByRole('textbox', { name: 'Find' });
  fireEvent.keyDown(input, { key: 'Enter' });
  fireEvent.change(input, { target: { value: 'o' } });
  await load();
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveProperty('value', 'o|false');
});

test('the loaded search does not take the focus from where the user moved it', async () => {
  const load = renderLoading();
  const button = screen.getByRole('button', { name: 'Advanced' });
  button.focus();
  await load();
  expect(screen.getByRole('textbox', { name: 'Search' })).toBeDefined();
  expect(document.activeElement).toBe(button);
});
