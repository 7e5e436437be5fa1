import { css } from '#styled/css/index.js';
import { ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { firstDomain, type Website } from '#contract/entities/website.ts';
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
const words = css({ minWidth: '0', lineHeight: 'tight' });
const line = css({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const nameStyle = css({ fontWeight: 'semibold' });
const domainStyle = css({ fontSize: 'xs', color: 'text.muted' });

interface WebsiteSwitcherProps {
  /** Null while it is not known yet. */
  readonly website: Website | null;
  readonly websiteId: string;
}

/** The button alone until it is first wanted; then with its list. */
export function WebsiteSwitcher({ website, websiteId }: WebsiteSwitcherProps) {
  const [wanted, setWanted] = useState(false);
  const button = <SwitcherButton website={website} />;
  if (!wanted) {
    return (
      <SwitcherButton
        website={website}
        aria-haspopup="dialog"
        aria-expanded={false}
        onPointerEnter={switcherPanel.preload}
        onFocus={switcherPanel.preload}
        onClick={() => setWanted(true)}
      />
    );
  }
  return (
    <Suspense fallback={button}>
      <switcherPanel.Part websiteId={websiteId} trigger={button} />
    </Suspense>
  );
}

function SwitcherButton({ website, ...rest }: { readonly website: Website | null } & ComponentProps<'button'>) {
  return (
    <button {...rest} type="button" className={trigger} aria-label={`Switch website, now ${website?.name ?? 'loading'}`}>
      <span className={words}>
        <span className={`${line} ${nameStyle}`}>{website?.name ?? '…'}</span>
        <span className={`${line} ${domainStyle}`}>{website ? (firstDomain(website) ?? 'No domain yet') : ''}</span>
      </span>
      <ChevronsUpDown size={16} aria-hidden="true" />
    </button>
  );
}
