import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Combobox, ComboboxList } from '@/components/fields/combobox/combobox';
import type { ComboboxOption } from '@/components/fields/combobox/combobox.types';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import { Textarea } from '@/components/fields/textarea';
import { Chip } from '@/components/marks/chip';
import { renderApp } from '@/testing/render-app';
import { Button } from './button';
import { Checkbox } from './checkbox';

describe('Field', () => {
  test('labels its control, and describes it by its help', () => {
    renderApp(
      <Field label="Notes" help="Printed on the delivery note." required>
        <Textarea />
      </Field>,
    );
    const control = screen.getByRole('textbox', { name: /Notes/ });
    expect(control).toHaveProperty('required', true);
    expect(getDescription(control)).toBe('Printed on the delivery note.');
  });

  test('an error replaces the help, is announced, and marks the control', () => {
    renderApp(
      <Field label="Price" help="Per kilo." error="It has to be above 0.">
        <Input />
      </Field>,
    );
    const control = screen.getByRole('textbox', { name: 'Price' });
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(getDescription(control)).toBe('It has to be above 0.');
    expect(screen.getByRole('alert').textContent).toBe('It has to be above 0.');
  });

  test('also labels a checkbox', async () => {
    const { user } = renderApp(
      <Field label="Organic">
        <Checkbox />
      </Field>,
    );
    const box = screen.getByRole('checkbox', { name: 'Organic' });
    await user.click(screen.getByText('Organic'));
    expect(box.getAttribute('data-state')).toBe('checked');
  });
});

function getDescription(element: HTMLElement): string | null | undefined {
  const id = element.getAttribute('aria-describedby');
  return id ? document.getElementById(id)?.textContent : null;
}

describe('Button', () => {
  test('submits only with type="submit"', () => {
    renderApp(<Button>Save</Button>);
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('type')).toBe('button');
  });

  test('does nothing while pending, and keeps its accessible name', async () => {
    const press = vi.fn();
    const { user } = renderApp(
      <Button pending onClick={press}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await user.click(button);
    expect(press).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  test('a pending submit button doesn’t submit again', async () => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const { user } = renderApp(
      <form onSubmit={submit}>
        <Button type="submit" pending>
          Send
        </Button>
      </form>,
    );
    await user.click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });
});

test('Select accepts the empty text as a value', async () => {
  const choose = vi.fn();
  const options = [
    { value: '', label: 'None' },
    { value: 'a', label: 'Light roast' },
  ];
  const { user } = renderApp(
    <Select aria-label="Roast" value="a" onValueChange={choose} options={options} />,
  );
  screen.getByRole('combobox', { name: 'Roast' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'None' }));
  expect(choose).toHaveBeenCalledWith('');
});

test('a chip shows an empty label', () => {
  renderApp(<Chip value="" hue={0} />);
  expect(screen.getByText('empty')).toBeDefined();
});

test('the hue of an enum’s chip depends on its index, that of other chips on the text', () => {
  renderApp(
    <>
      <Chip value="packed" hue={3} />
      <Chip value="x" />
    </>,
  );
  expect(screen.getByTitle('packed').dataset.hue).toBe('3');
  expect(screen.getByTitle('x').dataset.hue).toMatch(/^\d$/);
});

const customers: ComboboxOption[] = [
  { value: '1', label: 'Kōhī Kissa', detail: 'Osaka' },
  { value: '2', label: 'Café Norden' },
];

function Customer({ search }: { search?: (text: string) => Promise<ComboboxOption[]> }) {
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  return (
    <Field label="Customer">
      <Combobox
        value={chosen?.value ?? null}
        valueLabel={chosen?.label}
        onValueChange={(_, option) => setChosen(option)}
        clearable
        {...(search ? { search } : { options: customers })}
      />
    </Field>
  );
}

// The app loads the list when it is idle.
beforeAll(() => ComboboxList.preload());

describe('Combobox', () => {
  test('searches by typing, selects by keyboard, and can be cleared', async () => {
    const { user } = renderApp(<Customer />);
    const trigger = screen.getByRole('combobox', { name: 'Customer' });
    await user.click(trigger);
    await user.keyboard('nord{Enter}');
    await waitFor(() => expect(trigger.textContent).toBe('Café Norden'));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(trigger.textContent).toBe('Choose…');
  });

  test('sends a request for each text, and aborts the previous request', async () => {
    const asked: string[] = [];
    const signals: AbortSignal[] = [];
    const search = (text: string, signal?: AbortSignal) => {
      asked.push(text);
      if (signal) signals.push(signal);
      return Promise.resolve(customers.filter(({ label }) => label.toLowerCase().includes(text)));
    };
    const { user } = renderApp(<Customer search={search} />);
    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await user.keyboard('kissa');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(asked.at(-1)).toBe('kissa');
    expect(signals[0]?.aborted).toBe(true);
  });

  test('Enter before the response selects from that response, not from the previous response', async () => {
    const search = async (text: string) =>
      customers.filter(({ label }) => label.toLowerCase().includes(text));
    const { user } = renderApp(<Customer search={search} />);
    const trigger = screen.getByRole('combobox', { name: 'Customer' });
    await user.click(trigger);
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await user.keyboard('nord{Enter}');
    await waitFor(() => expect(trigger.textContent).toBe('Café Norden'));
  });

  test('shows an error in place of an empty list', async () => {
    const search = () => Promise.reject(new Error('boom'));
    const { user } = renderApp(<Customer search={search} />);
    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/went wrong/);
  });
});
