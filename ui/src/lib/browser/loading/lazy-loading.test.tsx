import { fireEvent, render, screen } from '@testing-library/react';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { LazyDialog, lazyComponent, preloadable, preloadOnIntent } from './lazy-loading';

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

test('a button loads the code of what it opens when it is focused', async () => {
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
