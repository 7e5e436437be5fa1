import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { Globe } from 'lucide-react';
import { css, cx } from '#styled/css/index.js';
import { useCurrentWebsite } from '#src/app/use-website.ts';
import { SectionCard } from '#src/ui/section-card.tsx';
import { searchResult } from './search-result.ts';

const box = css({ display: 'flex', flexDirection: 'column', gap: '1', padding: '4', border: 'hairline', borderRadius: 'md' });
const address = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'text.muted', fontSize: 'sm', overflowWrap: 'anywhere' });
const icon = css({ flexShrink: '0' });
const title = css({ color: 'accent.text', fontSize: 'lg', lineHeight: 'tight', overflowWrap: 'anywhere' });
const description = css({ color: 'text.muted', overflowWrap: 'anywhere' });
const counters = css({ display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '1', fontSize: 'sm', color: 'text.muted' });
const count = css({ fontVariantNumeric: 'tabular-nums' });
const over = css({ color: 'warning.text', fontWeight: 'medium' });

export interface SearchResultCardProps {
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
}

/** How a search engine would show the page with the current values of the form. */
export function SearchResultCard({ screen: { seoPreview }, view }: SearchResultCardProps) {
  const website = useCurrentWebsite();
  const values = new Map(view.sections.flatMap(({ fields }) => fields.map(({ field, value }) => [field.key, value])));
  const text = (key: string | undefined): string => {
    const value = key === undefined ? null : values.get(key);
    return typeof value === 'string' ? value : '';
  };
  const result = searchResult(
    {
      title: text(seoPreview?.titleKey) || (seoPreview?.blankTitle ?? ''),
      description: text(seoPreview?.descriptionKey),
      url: text(seoPreview?.urlKey),
    },
    website,
  );
  return (
    <SectionCard title="Search result preview" description="How a search engine would show it. It may choose other words.">
      <div className={box} data-testid="search-result">
        <div className={address}>
          <Globe size={16} aria-hidden="true" className={icon} />
          {result.address}
        </div>
        <div className={title}>{result.title}</div>
        <div className={description}>{result.description}</div>
      </div>
      <div className={counters}>
        {result.counters.map(({ label, text, over: tooLong }) => (
          <span key={label} className={cx(count, tooLong && over)}>
            {label} {text}
            {tooLong ? ' (will be cut off)' : ''}
          </span>
        ))}
      </div>
    </SectionCard>
  );
}
