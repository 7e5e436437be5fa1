import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';

/** A part whose code comes when it is first wanted: overlays that most visits never open, and that weigh more than their buttons. */
export interface OnDemand<Props> {
  readonly Part: ComponentType<Props>;
  /** Asks for the code ahead: on hover, on focus, or when the page is idle. A failure shows when the part is wanted. */
  readonly preload: () => void;
}

/** `instead`: what stands there when the code did not arrive, such as the button alone; nothing where it is left out. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props) => ReactNode = () => null,
): OnDemand<Props> {
  const fresh = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        // React keeps a failure for ever; the next time the part is wanted it is asked for again.
        latest = fresh();
        throw error;
      }
    });
  let latest = fresh();
  function Part(props: Props) {
    const [Loaded] = useState(() => latest);
    return (
      <WithoutPart instead={instead(props)}>
        <Loaded {...props} />
      </WithoutPart>
    );
  }
  return { Part, preload: () => void load().catch(() => undefined) };
}

/** The screen goes on without a part that did not arrive: a form must not fall with a menu. That one is missing is told app-wide. */
class WithoutPart extends Component<{ readonly instead: ReactNode; readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
