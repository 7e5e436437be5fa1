import type { ComponentProps } from 'react';
import { css } from '#styled/css/index.js';
import { Notice } from '#src/ui/notice.tsx';
import { Main } from '#src/app/shell/main.tsx';

/** Where there is no shell around it. */
const bare = css({
  width: 'full',
  maxWidth: 'form',
  marginInline: 'auto',
  paddingInline: '4',
  paddingTop: { base: '10', md: '[14vh]' },
  outline: 'none',
});

interface ProblemPageProps extends ComponentProps<typeof Notice> {
  /** The page's title. */
  readonly name: string;
}

/** A notice in place of a screen, or of the whole console. */
export function ProblemPage({ name, className = bare, ...notice }: ProblemPageProps) {
  return (
    <Main className={className}>
      <title>{`${name} · Frontage`}</title>
      <Notice {...notice} />
    </Main>
  );
}
