import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** Renders the replacement of the failed content; `retry` renders the content again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** A change of this value, e.g. the page's URL, resets the error. */
  resetKey?: string;
}

interface State {
  failed: boolean;
  error: unknown;
  resetKey: string | undefined;
}

/** Catches errors of rendering its children, so that the rest of the page works. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, error };
  }

  /** Resets the error when `resetKey` has changed. */
  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null;
    return { failed: false, error: null, resetKey: props.resetKey };
  }

  /** Renders the children, or `fallback` after an error. */
  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(this.state.error, () => this.setState({ failed: false, error: null }));
  }
}
