import { AppWindow, CloudOff, Inbox, SearchX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { css } from '#styled/css/index.js';
import { FailureAction } from './failure-action.ts';

const root = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '2',
  paddingInline: '4',
  paddingBlock: '12',
  textAlign: 'center',
});
const icon = css({
  display: 'inline-flex',
  padding: '3',
  marginBottom: '1',
  borderRadius: 'full',
  color: 'text.muted',
  backgroundColor: 'surface.sunken',
  '& svg': { width: '6', height: '6' },
});
const titleStyle = css({ fontSize: 'lg', fontWeight: 'semibold', overflowWrap: 'anywhere', outline: 'none' });
const text = css({ maxWidth: 'prose', color: 'text.muted', textWrap: '[pretty]' });
const row = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '2', marginTop: '3' });

/** Why nothing is shown: none were created, none match, the read failed, it was never read while online, or it is in another window. */
export type EmptyKind = 'none' | 'noMatch' | 'failed' | 'offline' | 'elsewhere';

const icons = { none: Inbox, noMatch: SearchX, failed: TriangleAlert, offline: CloudOff, elsewhere: AppWindow };

export interface EmptyStateProps {
  readonly kind: EmptyKind;
  readonly title: ReactNode;
  /** Makes the title the page's heading: for a page that shows nothing else. */
  readonly heading?: 'h1' | 'p';
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function EmptyState({ kind, title, heading: Heading = 'p', children, actions }: EmptyStateProps) {
  const Icon = icons[kind];
  const failureAction = useContext(FailureAction);
  const further = kind === 'failed' ? failureAction : null;
  return (
    <div className={root} role={kind === 'failed' ? 'alert' : undefined}>
      <span className={icon}>
        <Icon aria-hidden="true" />
      </span>
      <Heading tabIndex={Heading === 'h1' ? -1 : undefined} className={titleStyle}>
        {title}
      </Heading>
      {children ? <div className={text}>{children}</div> : null}
      {actions || further ? (
        <div className={row}>
          {actions}
          {further}
        </div>
      ) : null}
    </div>
  );
}
