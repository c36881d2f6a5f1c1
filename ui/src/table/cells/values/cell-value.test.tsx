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
