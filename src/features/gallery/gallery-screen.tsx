import { useState } from 'react';
import type { ThemePreference } from '#src/io/theme-preference.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { SkipLink } from '#src/ui/skip-link.tsx';
import { themeOptions } from '#src/ui/theme-options.tsx';
import { css } from '#styled/css/index.js';
import { ControlSpecimens } from './control-specimens.tsx';
import { DataSpecimens } from './data-specimens.tsx';
import { FeedbackSpecimens } from './feedback-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';

const page = css({ maxWidth: 'page', marginInline: 'auto', paddingInline: { base: '4', md: '8' }, paddingBlock: '8', outline: 'none' });
const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });

/** Every part and every field kind, in every state. The theme chosen here applies only to this page, and is not stored. */
export function GalleryScreen() {
  const [theme, setTheme] = useState<ThemePreference>('system');
  const choose = (choice: ThemePreference): void => {
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
          actions={<Segmented id="gallery-theme" aria-label="Theme" value={theme} options={themeOptions} onChange={choose} />}
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
