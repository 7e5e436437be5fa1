import { useState } from 'react';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SkipLink } from '#src/ui/skip-link.tsx';
import { type ThemeChoice, ThemeSwitch } from '#src/ui/theme-switch.tsx';
import { css } from '#styled/css/index.js';
import { ControlSpecimens } from './control-specimens.tsx';
import { DataSpecimens } from './data-specimens.tsx';
import { FeedbackSpecimens } from './feedback-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';

const page = css({ maxWidth: 'page', marginInline: 'auto', paddingInline: { base: '4', md: '8' }, paddingBlock: '8', outline: 'none' });
const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });

/** Every part and every field kind, in every state. The theme chosen here is the page's alone and is not kept. */
export function GalleryScreen() {
  const [theme, setTheme] = useState<ThemeChoice>('system');
  const choose = (choice: ThemeChoice): void => {
    setTheme(choice);
    if (choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
  };
  return (
    <>
      <SkipLink target="gallery" />
      <main id="gallery" tabIndex={-1} className={page}>
        <PageHeader
          title="Gallery"
          description="Each part of the interface and each kind of field, in every state."
          actions={<ThemeSwitch id="gallery-theme" value={theme} onChange={choose} />}
        />
        <div className={stack}>
          <ControlSpecimens />
          <FeedbackSpecimens />
          <DataSpecimens />
          <FieldSpecimens />
        </div>
      </main>
    </>
  );
}
