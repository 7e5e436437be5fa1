import type { Interval } from './events.ts';
import type { Span } from './spans.ts';

/** Something that the page waits for, whether or not it does something else meanwhile. */
export interface Wait extends Interval {
  readonly span: Span;
  readonly what: string;
  readonly detail: string;
  /** The page before it is still shown, and what that waits for does not count. */
  readonly isNavigation?: boolean;
}
