import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Field } from '@/components/fields/field';
import { setZone } from '@/lib/browser/zone/zone';
import { renderApp } from '@/testing/render-app';
import { DateInput, type DateInputProps } from './date-input';

beforeEach(() => setZone('UTC'));
afterEach(() => setZone(null));

function Example({ initial, ...props }: { initial: string } & Partial<DateInputProps>) {
  const [value, setValue] = useState(initial);
  return (
    <Field label="Due">
      <DateInput {...props} value={value} onChange={setValue} />
    </Field>
  );
}

const getDay = (name: RegExp) => screen.findByRole('button', { name });

test('the picker opens on the entered day, keys move the focus, and Enter picks', async () => {
  const { user } = renderApp(<Example initial="2026-01-31" />);
  await user.click(screen.getByRole('button', { name: 'Choose date' }));
  const day = await getDay(/January 31, 2026/);
  await waitFor(() => expect(document.activeElement).toBe(day));
  expect(day.getAttribute('aria-pressed')).toBe('true');
  await user.keyboard('{PageDown}');
  await waitFor(async () => expect(document.activeElement).toBe(await getDay(/February 28, 2026/)));
  await user.keyboard('{ArrowDown}{ArrowLeft}{Enter}');
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Due' })).toHaveProperty('value', 'Mar 6, 2026'),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose date' }));
});

test('a day changes only the day of a timestamp, and the time is changed beside it', async () => {
  const { user } = renderApp(<Example initial="2026-11-20 09:30:15.5" withTime />);
  await user.click(screen.getByRole('button', { name: 'Choose date' }));
  await user.click(await getDay(/November 24, 2026/));
  const field = () => screen.getByRole('textbox', { name: 'Due', hidden: true });
  expect(field()).toHaveProperty('value', 'Nov 24, 2026, 9:30:15.5 AM');
  const time = screen.getByRole('textbox', { name: 'Time' });
  await user.clear(time);
  await user.type(time, '7:05');
  expect(field()).toHaveProperty('value', 'Nov 24, 2026, 7:05 AM');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('days outside the limits can’t be picked', async () => {
  const { user } = renderApp(<Example initial="" min="2026-11-10" max="2026-11-20" />);
  await user.click(screen.getByRole('button', { name: 'Choose date' }));
  expect(await getDay(/November 9, 2026/)).toHaveProperty('disabled', true);
  expect(await getDay(/November 10, 2026/)).toHaveProperty('disabled', false);
  await user.keyboard('{PageDown}');
  await waitFor(async () => expect(document.activeElement).toBe(await getDay(/November 20, 2026/)));
});

test('the picker of an empty field opens on the day of the default', async () => {
  const { user } = renderApp(<Example initial="" initialDay="2031-03-14" />);
  await user.click(screen.getByRole('button', { name: 'Choose date' }));
  const day = await getDay(/March 14, 2031/);
  await waitFor(() => expect(document.activeElement).toBe(day));
  // The day is not selected, because the field is empty.
  expect(day.getAttribute('aria-pressed')).toBe('false');
});
