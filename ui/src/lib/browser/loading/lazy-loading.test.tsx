import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { LazyDialog, lazyComponent, optionalComponent, preloadable, preloadOnIntent } from './lazy-loading';
import { LoadBoundary, LoadErrorContext, type LoadErrorProps } from './load-boundary';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

test('a component renders its fallback until its code is loaded', async () => {
  let resolve = (_: ComponentType<{ name: string }>) => {};
  const Lazy = lazyComponent(
    () =>
      new Promise<ComponentType<{ name: string }>>((fulfil) => {
        resolve = fulfil;
      }),
    <p>Loading</p>,
  );
  render(<Lazy name="Ada" />);
  expect(screen.getByText('Loading')).toBeDefined();
  resolve(Greeting);
  expect(await screen.findByText('Hello Ada')).toBeDefined();
});

test('loaded code renders at once and is loaded once', async () => {
  const load = vi.fn(async () => Greeting);
  const Lazy = lazyComponent(load, <p>Loading</p>);
  await Lazy.preload();
  render(<Lazy name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

/** Shows a button that renders the content again after an error. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <button type="button" onClick={() => this.setState({ hasFailed: false })}>
        Retry
      </button>
    );
  }
}

test('a retry loads code again that could not be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'));
  const Lazy = preloadable(load);
  render(
    <Boundary>
      <Suspense>
        <Lazy name="Ada" />
      </Suspense>
    </Boundary>,
  );
  const button = await screen.findByRole('button', { name: 'Retry' });
  expect(load).toHaveBeenCalledOnce();
  await new Promise((resolve) => setTimeout(resolve, 1100));
  fireEvent.click(button);
  expect(await screen.findByText('Hello Ada')).toBeDefined();
});

const LoadErrorButtons = ({ onRetry, onClose }: LoadErrorProps) => (
  <>
    <button type="button" onClick={onRetry}>
      Retry
    </button>
    <button type="button" onClick={onClose}>
      Close
    </button>
  </>
);

function Broken(): ReactNode {
  throw new Error('broken');
}

interface GreetingDialogProps {
  open: boolean;
  onClose: () => void;
}

const GreetingDialog = ({ open }: GreetingDialogProps) => open && <p>Hello Ada</p>;

test('code that could not be loaded is replaced by the error, and the rest of the page remains', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => GreetingDialog);
  load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  const Lazy = lazyComponent(load);
  const onClose = vi.fn();
  const page = (open: boolean) => (
    <LoadErrorContext value={LoadErrorButtons}>
      <input aria-label="Draft" defaultValue="typed" />
      <Lazy open={open} onClose={onClose} />
    </LoadErrorContext>
  );
  const { rerender } = render(page(true));
  // The second attempt fails at once, without waiting until the first attempt is forgotten.
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  rerender(page(false));
  expect(screen.queryByRole('button')).toBeNull();
  expect(load, 'a closed dialog does not load its code').toHaveBeenCalledTimes(2);
  rerender(page(true));
  expect(await screen.findByText('Hello Ada')).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Draft' })).toHaveProperty('value', 'typed');
});

test('an optional part of a page is left out if its code could not be loaded, until the browser is online', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => Greeting);
  load.mockRejectedValueOnce(new Error('offline'));
  const Optional = optionalComponent(load);
  const page = (
    <LoadErrorContext value={LoadErrorButtons}>
      <p>Orders</p>
      <Optional name="Ada" />
    </LoadErrorContext>
  );
  const { container } = render(page);
  await waitFor(() => expect(console.error).toHaveBeenCalled());
  expect(container.textContent).toBe('Orders');
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(await screen.findByText('Hello Ada')).toBeDefined();
});

test('an error of the loaded component is not an error of loading', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = (
    <LoadErrorContext value={LoadErrorButtons}>
      <LoadBoundary onRetry={() => {}} onClose={undefined}>
        <Broken />
      </LoadBoundary>
    </LoadErrorContext>
  );
  expect(() => render(page)).toThrow('broken');
});

test('a button loads the code of the component that it opens when it is focused', async () => {
  const load = vi.fn(async () => Greeting);
  const Lazy = lazyComponent(load);
  render(
    <button type="button" {...preloadOnIntent(Lazy)}>
      Open
    </button>,
  );
  expect(load).not.toHaveBeenCalled();
  screen.getByRole('button').focus();
  expect(load).toHaveBeenCalledOnce();
});

test('a dialog stays mounted after it was opened', () => {
  const dialog = (open: boolean) => (
    <LazyDialog open={open}>
      <p>{open ? 'Open' : 'Closing'}</p>
    </LazyDialog>
  );
  const { rerender, container } = render(dialog(false));
  expect(container.textContent).toBe('');
  rerender(dialog(true));
  rerender(dialog(false));
  expect(container.textContent).toBe('Closing');
});
