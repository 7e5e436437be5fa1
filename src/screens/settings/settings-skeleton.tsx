import type { Field } from '#contract/settings/field.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { css } from '#styled/css/index.js';
import { SectionCard } from '#src/ui/section-card.tsx';
import { FieldSkeleton, type FieldSkeletonShape } from '#src/ui/skeleton.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '5' });

/** The form in outline, as high as it will be: what follows does not move when it comes. */
export function SettingsSkeleton({ screen }: { readonly screen: SettingsScreen }) {
  return (
    <div role="status" aria-label={`Loading ${screen.title}`} className={stack}>
      {screen.sections.map((section, index) => (
        <SectionCard key={section.title ?? index} title={section.title} description={section.description}>
          {section.fields.map((field) => (
            <FieldSkeleton key={field.key} shape={shapeOf(field)} help={field.help !== undefined || field.kind === 'code'} />
          ))}
        </SectionCard>
      ))}
    </div>
  );
}

function shapeOf(field: Field): FieldSkeletonShape {
  switch (field.kind) {
    case 'code':
      return 'code';
    case 'checkbox':
    case 'toggle':
      return 'line';
    case 'multiline':
      return { rows: field.rows ?? 4 };
    case 'lines':
      return { rows: field.rows ?? 8 };
    default:
      return 'control';
  }
}
