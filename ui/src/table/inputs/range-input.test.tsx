import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Field } from '@/components/fields/field';
import { makeColumn } from '@/data/testing/table-fixtures';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { RangeInput } from './range-input';

function Form({ start, onEntered }: { start: string; onEntered: (entry: EnteredValue) => void }) {
  const [entry, setEntry] = useState<EnteredValue>(start);
  const change = (next: EnteredValue) => {
    setEntry(next);
    onEntered(next);
  };
  const column = makeColumn('c', 'range', { base: 'int4range', title: 'Grams' });
  return <RangeInput {...{ column, entry }} relation={undefined} placeholder="NULL" onChange={change} />;
}

it('a bound that is cleared and entered again is included or excluded as before', () => {
  let entered: EnteredValue;
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  render(<Form start="(5,]" onEntered={(entry) => (entered = entry)} />);
  type('Grams from', '');
  expect(entered).toBe('');
  type('Grams from', '6');
  expect(entered).toBe('(6,]');
  type('Grams from', '');
  fireEvent.click(screen.getByRole('button', { name: 'after. Include start' }));
  type('Grams to', '9');
  expect(entered).toBe('[,9]');
});

it('marks the invalid bound, and both if only their combination is invalid', () => {
  const column = makeColumn('c', 'range', { base: 'int4range', title: 'Grams' });
  const marked = (entry: string) => {
    const { unmount } = render(
      <Field label="Grams" error="No.">
        <RangeInput {...{ column, entry }} relation={undefined} placeholder="" onChange={() => {}} />
      </Field>,
    );
    const marks = screen.getAllByRole('textbox').map((bound) => bound.getAttribute('aria-invalid'));
    unmount();
    return marks;
  };
  expect(marked('[1,x)')).toEqual([null, 'true']);
  expect(marked('[x,1)')).toEqual(['true', null]);
  expect(marked('[x,y)')).toEqual(['true', 'true']);
  expect(marked('[9,1)')).toEqual(['true', 'true']);
});
