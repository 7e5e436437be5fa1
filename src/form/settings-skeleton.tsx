import type { Condition, Field } from '#contract/fields/field.ts';
import { defaultValue } from '#contract/fields/index.ts';
import { fieldsOf, type Section, type SettingsScreen, drawnSections } from '#contract/settings/screen.ts';
import { css } from '#styled/css/index.js';
import { useCurrentWebsite } from '#src/app/use-website.ts';
import { FieldOutline } from '#src/fields/field-outline.tsx';
import { layoutStyle, SectionCard } from '#src/ui/section-card.tsx';
import { isLongForm } from './use-outline.ts';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '5' });

// As high as the outline.
const outlineSpace = css({ flexShrink: '0', height: { base: '[4.75rem]', md: '12' } });

/** Keeps the place of the outline, whose code loads later than the form. */
export function OutlineSkeleton() {
  return <div aria-hidden="true" className={outlineSpace} />;
}

/** A skeleton as high as the form with this theme and the default values, so that the layout does not shift when it loads. */
export function SettingsSkeleton({ screen, hasOutline }: { readonly screen: SettingsScreen; readonly hasOutline: boolean }) {
  const theme = useCurrentWebsite()?.theme_key ?? null;
  const defaults = new Map(fieldsOf(screen).map((field) => [field.key, defaultValue(field)]));
  // The theme is read from the device in a moment; the sections of another theme would be drawn first, and move away.
  const isThemeAwaited = theme === null && [...screen.sections, ...fieldsOf(screen)].some(({ when }) => dependsOnTheme(when));
  const scope = { theme, value: (key: string) => defaults.get(key), setting: () => undefined };
  const sections = isThemeAwaited ? [] : drawnSections(screen, scope);
  return (
    <div role="status" aria-label={`Loading ${screen.title}`} className={stack}>
      {hasOutline && isLongForm(sections) ? <OutlineSkeleton /> : null}
      {sections.map((section, index) => {
        const { title, description, layout } = section;
        const fields = linesOf(section).map((field) => <FieldOutline key={field.key} field={field} value={defaultValue(field)} />);
        return layout ? (
          <div key={layout} className={layoutStyle({ layout })}>
            {fields}
          </div>
        ) : (
          <SectionCard key={title ?? index} title={title} description={description}>
            {fields}
          </SectionCard>
        );
      })}
    </div>
  );
}

function dependsOnTheme(when: Condition | undefined): boolean {
  if (!when) return false;
  return 'theme' in when || ('all' in when && when.all.some(dependsOnTheme));
}

/** One field for each line of the form; of a table, the first field of each row. */
function linesOf({ table, fields }: Section): readonly Field[] {
  if (!table) return fields;
  const first = new Set(table.rows.map((row) => row.keys[0]));
  const inTable = new Set(table.rows.flatMap((row) => row.keys));
  return fields.filter((field) => first.has(field.key) || !inTable.has(field.key));
}
