import type { Use } from '#contract/entities/use.ts';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import { works } from '#src/app/website-path.ts';

// High enough that two links, one below the other, can each be clicked.
const style = css({
  paddingBlock: '0.5',
  color: 'accent.text',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  borderRadius: 'sm',
});

interface UsePlaceProps {
  readonly use: Use;
  readonly websiteId: string;
}

/** Where a file or a record is used, with a link to the screen where it was chosen. */
export function UsePlace({ use: { label, path }, websiteId }: UsePlaceProps) {
  if (path === null || !works(path)) return <span>{label}</span>;
  return (
    <Link to="/website/$websiteId/$" params={{ websiteId, _splat: path }} className={style}>
      {label}
    </Link>
  );
}
