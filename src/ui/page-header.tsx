import type { ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';

// The actions are at the end of the title's row on every screen and at every width: a short title is broken rather than the row.
const root = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: '4', rowGap: '2', marginBottom: '5' });
const backStyle = css({ width: 'full' });
// One line, where there is room for all of it.
const compactRoot = css({ lg: { flexWrap: 'nowrap', alignItems: 'center', marginBottom: '3' } });
const compactBack = css({ lg: { width: 'auto', flexShrink: '0' } });
const compactTitle = css({
  lg: {
    flex: '[0 1 auto]',
    minWidth: '0',
    display: 'flex',
    alignItems: 'baseline',
    gap: '3',
    '& > h1': { fontSize: 'xl', flexShrink: '0' },
    '& > p': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});
const tabsStyle = css({
  order: '1',
  width: 'full',
  borderBottom: 'hairline',
  lg: { order: '[unset]', width: 'auto', flexShrink: '0', border: 'none' },
});
const titleStyle = css({
  // As high as the buttons beside it.
  paddingBlock: '1',
  fontSize: { base: 'xl', md: '2xl' },
  fontWeight: 'semibold',
  letterSpacing: 'tight',
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
  outline: 'none',
});
// Beside the actions it takes all room that is left; below it, they do.
const titleBox = css({ flex: '[99 1 min(9rem, 100%)]' });
const subjectStyle = css({ color: 'text.muted', overflowWrap: 'anywhere' });
const descriptionStyle = css({ order: '1', width: 'full', color: 'text.muted' });
const descriptionText = css({ maxWidth: 'prose', textWrap: '[pretty]' });
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '2',
  flexGrow: '1',
  // On a phone, rows below the title are as wide as the screen.
  mdDown: { '& > *': { flexGrow: '1' } },
});

export interface PageHeaderProps {
  readonly title: ReactNode;
  /** What the page is about, right below the title. On a phone it stands before the actions, which the description does not. */
  readonly subject?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Above the title, such as a link back. */
  readonly back?: ReactNode;
  /** The list of the page's tabs. On a wide window the whole header is one line then: the page's own content needs the height. */
  readonly tabs?: ReactNode;
}

/** The router focuses the heading after a change of page. */
export function PageHeader({ title, subject, description, actions, back, tabs }: PageHeaderProps) {
  const isCompact = tabs !== undefined;
  return (
    <header className={cx(root, isCompact && compactRoot)}>
      {back ? <div className={cx(backStyle, isCompact && compactBack)}>{back}</div> : null}
      <div className={cx(titleBox, isCompact && compactTitle)}>
        <h1 tabIndex={-1} className={titleStyle}>
          {title}
        </h1>
        {subject ? <p className={subjectStyle}>{subject}</p> : null}
      </div>
      {description ? (
        <div className={descriptionStyle}>
          <p className={descriptionText}>{description}</p>
        </div>
      ) : null}
      {tabs ? <div className={tabsStyle}>{tabs}</div> : null}
      {actions ? <div className={row}>{actions}</div> : null}
    </header>
  );
}
