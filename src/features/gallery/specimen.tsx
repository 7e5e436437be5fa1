import type { ReactNode } from 'react';
import { SectionCard } from '#src/ui/section-card.tsx';
import { css } from '#styled/css/index.js';

const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' });
const column = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
  columnGap: '8',
  rowGap: '6',
});

export function Specimen({
  title,
  grid = false,
  children,
}: {
  readonly title: string;
  readonly grid?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <SectionCard title={title}>
      <div className={grid ? column : row}>{children}</div>
    </SectionCard>
  );
}
