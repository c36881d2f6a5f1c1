import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from '@/components/controls/button';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { Menu, MenuItem } from '@/components/overlays/menu';
import { ApiError } from '@/lib/api';
import { ErrorTextContext } from '@/lib/errors/error-text-context';
import { renderApp } from '@/testing/render-app';
import { ErrorBoundary } from './errors/error-boundary';
import { ErrorNotice } from './errors/error-notice';

const rejectedError = new ApiError({
  code: 'P0001',
  message: 'An order can’t go from “delivered” back to “roasting”.',
  details: 'Order 10608',
  hint: 'Cancel it and make a new one instead.',
  status: 400,
  requestId: 'req-7',
});

test('an error is a sentence and a hint, with the unmodified parts in Details', async () => {
  const retry = vi.fn();
  const { user } = renderApp(<ErrorNotice error={rejectedError} onRetry={retry} />);
  const notice = screen.getByRole('alert');
  for (const text of [rejectedError.message, rejectedError.hint, 'P0001', 'Order 10608', 'req-7']) {
    expect(notice.textContent).toContain(text);
  }
  expect(notice.querySelector('details')?.open).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('a known code has a text, and the backend’s message is in Details', () => {
  const error = new ApiError({
    ...rejectedError,
    code: '23505',
    message: 'duplicate key value',
    column: 'email',
  });
  renderApp(<ErrorNotice error={error} />);
  const notice = screen.getByRole('alert');
  expect(notice.querySelector('p')?.textContent).toBe('A row with these values already exists.');
  expect(notice.querySelector('dl')?.textContent).toContain('duplicate key value');
});

test('the context can provide a more specific text and a link', () => {
  const text = {
    sentence: 'Another customer already has this Email.',
    nextStep: '',
    link: { href: '/x', label: 'Find it' },
  };
  renderApp(
    <ErrorTextContext value={() => text}>
      <ErrorNotice error={rejectedError} title="Email was not changed." />
    </ErrorTextContext>,
  );
  expect(screen.getByRole('alert').textContent).toContain(text.sentence);
  expect(screen.getByRole('link', { name: 'Find it' }).getAttribute('href')).toBe('/x');
});

test('a confirmation lists what is lost, at most ten names and the number of others', async () => {
  const confirm = vi.fn();
  const names = Array.from({ length: 14 }, (_, i) => `photo-${i + 1}.jpg`);
  const { user } = renderApp(
    <ConfirmDialog
      open
      onOpenChange={() => {}}
      title="Delete 14 files?"
      lostItems={names}
      confirmLabel="Delete 14 files"
      onConfirm={confirm}
    >
      This can’t be undone.
    </ConfirmDialog>,
  );
  const dialog = screen.getByRole('alertdialog', { name: 'Delete 14 files?' });
  expect(dialog.textContent).toContain('photo-10.jpg');
  expect(dialog.textContent).not.toContain('photo-11.jpg');
  expect(dialog.textContent).toContain('and 4 more');
  // Enter activates the button that changes nothing.
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(screen.getByRole('button', { name: 'Delete 14 files' }));
  expect(confirm).toHaveBeenCalledOnce();
});

test('a confirmation stays open while its action runs', async () => {
  const change = vi.fn();
  const { user } = renderApp(
    <ConfirmDialog
      open
      onOpenChange={change}
      title="Delete?"
      confirmLabel="Delete"
      pending
      onConfirm={vi.fn()}
    />,
  );
  await user.keyboard('{Escape}');
  expect(change).not.toHaveBeenCalled();
});

function Page({ broken }: { broken: boolean }) {
  if (broken) throw new Error('boom');
  return <p>fine</p>;
}

test('the focus returns to the element that opened a dialog, also from a menu', async () => {
  const { user } = renderApp(<DeletePage />);
  const byButton = screen.getByRole('button', { name: 'Delete' });
  await user.click(byButton);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(byButton));

  const tools = screen.getByRole('button', { name: 'Tools' });
  tools.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(tools));
});

function DeletePage() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <Menu trigger={<Button>Tools</Button>}>
        <MenuItem onSelect={() => setOpen(true)}>Delete…</MenuItem>
      </Menu>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete?"
        confirmLabel="Delete it"
        onConfirm={() => {}}
      />
    </>
  );
}

test('an error boundary contains a rendering error, and is reset on another page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const tree = (key: string, broken: boolean) => (
    <ErrorBoundary resetKey={key} fallback={(error) => <ErrorNotice error={error} />}>
      <Page broken={broken} />
    </ErrorBoundary>
  );
  const { rerender } = renderApp(tree('/a', true));
  expect(screen.getByRole('alert').textContent).toContain('boom');
  rerender(tree('/b', false));
  await waitFor(() => expect(screen.getByText('fine')).toBeTruthy());
});
