import { css } from '#styled/css/index.js';
import { Fragment } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { Kbd } from '#src/ui/kbd.tsx';
import { type Shortcut, shortcutGroups } from './palette-actions.ts';

const heading = css({ marginBottom: '1', fontSize: 'sm', fontWeight: 'semibold', color: 'text.muted' });
const list = css({ display: 'grid', gridTemplateColumns: '[1fr auto]', alignItems: 'center' });
const term = css({ paddingBlock: '1.5', paddingInlineEnd: '4', borderTop: 'hairline' });
const keysStyle = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '1',
  minHeight: 'full',
  borderTop: 'hairline',
});

interface ShortcutsSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Every shortcut of the console. */
export function ShortcutsSheet({ open, onClose }: ShortcutsSheetProps) {
  return (
    <Dialog open={open} title="Keyboard shortcuts" size="medium" onClose={onClose}>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <h3 className={heading}>{title}</h3>
          <dl className={list}>
            {shortcuts.map((shortcut) => (
              <Row key={shortcut.does} {...shortcut} />
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function Row({ keys, does }: Shortcut) {
  return (
    <>
      <dt className={term}>{does}</dt>
      <dd className={keysStyle}>
        {keys.map((key, at) => (
          <Fragment key={key}>
            {at > 0 ? ' ' : null}
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
      </dd>
    </>
  );
}
