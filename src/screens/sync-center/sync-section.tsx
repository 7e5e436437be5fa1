import { css } from '#styled/css/index.js';
import { type ReactNode, useId } from 'react';

const section = css({ display: 'flex', flexDirection: 'column', gap: '3' });
const heading = css({ fontSize: 'sm', fontWeight: 'semibold' });

export function SyncSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={section}>
      <h3 id={id} tabIndex={-1} className={heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}
