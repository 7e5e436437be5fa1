import { Component, type ReactNode } from 'react';

interface LoadGuardProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows a simpler control where one that was loaded on demand fails, so that editing goes on. */
export class LoadGuard extends Component<LoadGuardProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
