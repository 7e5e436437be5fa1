import type { ComponentProps } from 'react';

/** The native checkbox of everything that is read as a switch. */
export function SwitchInput(props: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  // biome-ignore lint/a11y/useAriaPropsForRole: "ARIA in HTML" forbids aria-checked on a native checkbox, whose own state is announced
  return <input {...props} type="checkbox" role="switch" />;
}
