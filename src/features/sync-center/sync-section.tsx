import { css } from '#styled/css/index.js';
import { type ReactNode, useId } from 'react';

const section = css({ display: 'flex', flexDirection: 'column', gap: '3' });
const head = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: '2' });
const heading = css({ fontSize: 'sm', fontWeight: 'semibold' });

interface SyncSectionProps {
  readonly title: string;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function SyncSection({ title, action, children }: SyncSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={section}>
      <div className={head}>
        <h3 id={id} tabIndex={-1} className={heading}>
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
