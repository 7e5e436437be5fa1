import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { css } from '#styled/css/index.js';
import { ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { firstDomain, type Website } from '#contract/entities/website.ts';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { switcherPanel } from './overlays.ts';

const trigger = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  minHeight: '10',
  maxWidth: 'popover',
  paddingInline: '2.5',
  borderRadius: 'md',
  textAlign: 'start',
  cursor: 'pointer',
  _hover: { backgroundColor: 'surface.hover' },
  '& svg': { flexShrink: '0', color: 'text.muted' },
});
const text = css({ minWidth: '0', lineHeight: 'tight' });
const line = css({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const nameStyle = css({ fontWeight: 'semibold' });
const domainStyle = css({ fontSize: 'xs', color: 'text.muted' });

interface WebsiteSwitcherProps {
  /** Null while it is not known yet. */
  readonly website: Website | null;
  /** The website of the address could not be opened. */
  readonly failed: boolean;
  readonly websiteId: string;
}

/** The button. Its first click loads the list. */
export function WebsiteSwitcher({ website, websiteId, failed }: WebsiteSwitcherProps) {
  const [hasOpened, setHasOpened] = useState(false);
  const button = <SwitcherButton website={website} failed={failed} />;
  if (!hasOpened) {
    return (
      <SwitcherButton
        website={website}
        failed={failed}
        aria-haspopup="dialog"
        aria-expanded={false}
        onPointerEnter={switcherPanel.preload}
        onFocus={switcherPanel.preload}
        onClick={() => setHasOpened(true)}
      />
    );
  }
  return <LazyBoundary part={switcherPanel} props={{ websiteId, trigger: button }} pending={button} />;
}

type SwitcherButtonProps = Pick<WebsiteSwitcherProps, 'website' | 'failed'> & ComponentProps<'button'>;

function SwitcherButton({ website, failed, ...rest }: SwitcherButtonProps) {
  return (
    <button {...rest} type="button" className={trigger}>
      <span className={text}>
        <span className={visuallyHidden}>{website ? 'Switch website, now ' : 'Switch website '}</span>
        <span className={`${line} ${nameStyle}`}>{website?.name ?? (failed ? 'Choose a website' : '…')}</span>
        {website ? <span className={`${line} ${domainStyle}`}>{firstDomain(website) ?? 'No domain yet'}</span> : null}
      </span>
      <ChevronsUpDown size={16} aria-hidden="true" />
    </button>
  );
}
