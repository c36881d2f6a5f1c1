import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { CellValue } from './cell-value';

it('distinguishes false from NULL: a cross, and a dash', () => {
  const column = makeColumn('active', 'boolean');
  const { container, rerender } = render(<CellValue column={column} value={false} />);
  expect(container.querySelector('.lucide-x')).not.toBeNull();
  rerender(<CellValue column={column} value={null} />);
  expect(container.textContent).toBe('–');
});

it('formats the whole numbers of an array as those of a column', () => {
  const column = makeColumn('counts', 'integer', { array: true });
  const { container, rerender } = render(<CellValue column={column} value={['7', '2500']} grouped />);
  expect([...container.querySelectorAll('[dir]')].map((item) => item.textContent)).toEqual(['7', '2,500']);
  rerender(<CellValue column={column} value={['7', '2500']} />);
  expect(container.textContent).toBe('72500');
});

it('shows the values of JSON on a line, and JSON itself where all of a value is shown', () => {
  const column = makeColumn('emails', 'json', { base: 'jsonb' });
  const json = '[{"type": "Work", "email": "a@b.test"}]';
  const { container, rerender } = render(<CellValue column={column} value={json} />);
  expect(container.textContent).toBe('Work · a@b.test');
  rerender(<CellValue column={column} value={json} full />);
  expect(container.textContent).toBe(json);
  rerender(<CellValue column={{ ...column, array: true }} value={['{"name": "a.png"}']} />);
  expect(container.textContent).toBe('a.png');
});
