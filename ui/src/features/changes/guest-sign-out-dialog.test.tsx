import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '@/testing/render-app';
import { GuestSignOutDialog } from './guest-sign-out-dialog';

test('a guest sees what a sign-out deletes, and can create an account instead', async () => {
  const onDecide = vi.fn();
  const { user } = renderApp(<GuestSignOutDialog open onDecide={onDecide} />);
  expect(screen.getByRole('alertdialog').textContent).toContain('Nobody can open your rows again');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(onDecide).toHaveBeenCalledWith(false);
  expect(window.location.pathname).toBe('/account');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(onDecide).toHaveBeenLastCalledWith(true);
});
