import type { ReactNode } from 'react';
import { css } from '#styled/css/index.js';

const root = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: '4', rowGap: '3', marginBottom: '5' });
const textStyle = css({ flex: '1', minWidth: '[min(16rem, 100%)]' });
const titleStyle = css({
  fontSize: { base: 'xl', md: '2xl' },
  fontWeight: 'semibold',
  letterSpacing: 'tight',
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
  outline: 'none',
});
const description = css({ marginTop: '1.5', color: 'text.muted', maxWidth: 'prose', textWrap: '[pretty]' });
const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });

export interface PageHeaderProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Above the title, such as a link back. */
  readonly back?: ReactNode;
}

/** The router focuses the heading after a change of page. */
export function PageHeader({ title, description: text, actions, back }: PageHeaderProps) {
  return (
    <header className={root}>
      <div className={textStyle}>
        {back}
        <h1 tabIndex={-1} className={titleStyle}>
          {title}
        </h1>
        {text ? <p className={description}>{text}</p> : null}
      </div>
      {actions ? <div className={row}>{actions}</div> : null}
    </header>
  );
}
