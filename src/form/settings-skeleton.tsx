import type { Field } from '#contract/fields/field.ts';
import { defaultValue } from '#contract/fields/index.ts';
import { fieldsOf, type Section, type SettingsScreen, shownSections } from '#contract/settings/screen.ts';
import { css } from '#styled/css/index.js';
import { useCurrentWebsite } from '#src/app/use-website.ts';
import { rowsOf } from '#src/fields/field-shell.tsx';
import { SectionCard } from '#src/ui/section-card.tsx';
import { FieldSkeleton, type FieldSkeletonShape } from '#src/ui/skeleton.tsx';
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
  const sections = shownSections(screen, { theme, value: (key) => defaults.get(key), setting: () => undefined });
  return (
    <div role="status" aria-label={`Loading ${screen.title}`} className={stack}>
      {hasOutline && isLongForm(sections) ? <OutlineSkeleton /> : null}
      {sections.map((section, index) => (
        <SectionCard key={section.title ?? index} title={section.title} description={section.description}>
          {linesOf(section).map((field) => (
            <FieldSkeleton key={field.key} shape={shapeOf(field)} help={field.help !== undefined || field.kind === 'code'} />
          ))}
        </SectionCard>
      ))}
    </div>
  );
}

/** One field for each line of the form; of a table, the first field of each row. */
function linesOf({ table, fields }: Section): readonly Field[] {
  if (!table) return fields;
  const first = new Set(table.rows.map((row) => row.keys[0]));
  const inTable = new Set(table.rows.flatMap((row) => row.keys));
  return fields.filter((field) => first.has(field.key) || !inTable.has(field.key));
}

function shapeOf(field: Field): FieldSkeletonShape {
  switch (field.kind) {
    case 'code':
      return 'code';
    case 'checkbox':
    case 'toggle':
    case 'color':
    case 'themeColor':
      return 'line';
    case 'multiline':
    case 'lines':
      return { rows: rowsOf(field) };
    default:
      return 'control';
  }
}
