import type { ComponentProps } from 'react';
import { css } from '#styled/css/index.js';

/** The class for text that only a screen reader gets. */
export const visuallyHidden = css({ srOnly: true });

export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={visuallyHidden} />;
}
