import { Component, type ReactNode } from 'react';

interface LoadGuardProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
  /** Called once the simpler control is there. */
  readonly onFailed?: () => void;
}

/** Shows a simpler control where the code of a lazy one could not be loaded, as offline, so that editing goes on. */
export class LoadGuard extends Component<LoadGuardProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailed?.();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
