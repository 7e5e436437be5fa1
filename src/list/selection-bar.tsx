import { css } from '#styled/css/index.js';
import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { footBar } from '#src/ui/foot-bar.ts';

const bar = css(footBar);
const countStyle = css({ flex: '1', minWidth: '[5rem]', lineHeight: 'tight', fontWeight: 'medium', fontVariantNumeric: 'tabular-nums' });

interface SelectionBarProps {
  /** "3 redirects selected". */
  readonly count: string;
  readonly onClear: () => void;
  /** The actions on the selected rows. */
  readonly children: ReactNode;
}

/** Render it only while rows are selected. It is at the foot of the window, so that the rows do not move. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return (
    <section aria-label="Selected rows" className={bar}>
      <span role="status" className={countStyle}>
        {count}
      </span>
      <Button variant="ghost" aria-label="Clear selection" onClick={onClear}>
        Clear
      </Button>
      {children}
    </section>
  );
}
