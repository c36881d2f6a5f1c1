import { Component, type ComponentType, createContext, type ReactNode } from 'react';

/** An error of loading the code of a component. */
export class LoadError extends Error {
  override name = 'LoadError';
}

export interface LoadErrorProps {
  error: LoadError;
  /** Loads the code again. */
  onRetry: () => void;
  /** Closes the dialog whose code could not be loaded; undefined for other components. */
  onClose: (() => void) | undefined;
}

/** The component that replaces a part of the page whose code could not be loaded. Without it, the page fails as a whole. */
export const LoadErrorContext = createContext<ComponentType<LoadErrorProps> | null>(null);

interface LoadBoundaryProps {
  children: ReactNode;
  /** Called before the code is loaded again. */
  onRetry: () => void;
  onClose: (() => void) | undefined;
  /** Whether the dialog is open; undefined for components that are mounted only while they are shown. */
  isOpen?: boolean | undefined;
  /** Whether to show nothing instead of the error, and to load the code again when the browser is online. */
  isOptional?: boolean | undefined;
}

interface State {
  error: unknown;
  /** Whether the user closed the error, and whether the dialog was closed since. */
  closing: 'no' | 'requested' | 'done';
}

/**
 * Shows the error in place of a component whose code could not be loaded, or nothing if the component is optional. Other
 * errors are thrown again.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, State> {
  static override contextType = LoadErrorContext;
  declare context: ComponentType<LoadErrorProps> | null;
  override state: State = { error: undefined, closing: 'no' };

  static getDerivedStateFromError(error: unknown): State {
    return { error, closing: 'no' };
  }

  /** Loads the code again when a dialog whose error the user closed is opened again. */
  static getDerivedStateFromProps({ isOpen }: LoadBoundaryProps, { closing }: State): Partial<State> | null {
    if (closing === 'requested' && isOpen === false) return { closing: 'done' };
    return closing === 'done' && isOpen ? { error: undefined, closing: 'no' } : null;
  }

  override componentDidUpdate() {
    // The browser adds the same listener only once.
    if (this.props.isOptional && this.state.error) addEventListener('online', this.#retry, { once: true });
  }

  override componentWillUnmount() {
    removeEventListener('online', this.#retry);
  }

  readonly #retry = () => {
    this.props.onRetry();
    this.setState({ error: undefined, closing: 'no' });
  };

  readonly #close = () => {
    this.props.onRetry();
    this.setState({ closing: 'requested' });
    this.props.onClose?.();
  };

  /** Renders the children, or the error. */
  override render() {
    const { error, closing } = this.state;
    if (error === undefined) return this.props.children;
    if (this.props.isOptional && error instanceof LoadError) return null;
    const ErrorComponent = this.context;
    if (!(error instanceof LoadError) || !ErrorComponent) throw error;
    if (closing !== 'no') return null;
    const onClose = this.props.onClose && this.#close;
    return <ErrorComponent error={error} onRetry={this.#retry} onClose={onClose} />;
  }
}

/** Returns the function that closes a dialog, from its props: `onClose`, or `onOpenChange` with false. */
export function findClose(props: object): (() => void) | undefined {
  const { onClose, onOpenChange } = props as Record<string, unknown>;
  if (typeof onClose === 'function') return () => void onClose();
  return typeof onOpenChange === 'function' ? () => void onOpenChange(false) : undefined;
}

/** Returns whether a dialog is open, from its props; undefined for other components. */
export function findOpen(props: object): boolean | undefined {
  const { open } = props as Record<string, unknown>;
  return typeof open === 'boolean' ? open : undefined;
}
