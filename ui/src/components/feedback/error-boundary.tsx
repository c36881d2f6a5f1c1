import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** What stands in the place of what failed; `retry` renders it again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** When it changes, the failure is forgotten: the page's address. */
  resetKey?: string;
}

interface State {
  failed: boolean;
  error: unknown;
  resetKey: string | undefined;
}

/** Keeps a failure while rendering where it happened. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, error };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null;
    return { failed: false, error: null, resetKey: props.resetKey };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(this.state.error, () => this.setState({ failed: false, error: null }));
  }
}
