import type { Field } from '#contract/fields/field.ts';
import type { FieldView, SectionView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import type { ReactNode } from 'react';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { fieldTable } from './form-code.ts';
import { layoutStyle, SectionCard } from '#src/ui/section-card.tsx';
import { FieldRow, type FieldRowProps } from './field-row.tsx';

const foot = css({ display: 'flex', justifyContent: 'flex-end' });
const colorRows = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '1',
  // Else the help of one row would touch the next swatch.
  '& > :has([id$=-help]):not(:last-child)': { marginBottom: '3' },
});

interface SettingsSectionProps extends Omit<FieldRowProps, 'view'> {
  readonly id: string;
  readonly section: SectionView;
  /** The section's own Save button, after its fields. */
  readonly save: ReactNode;
}

export function SettingsSection({ id, section, save, actor, saving, disconnection }: SettingsSectionProps) {
  const { title, description, table, layout, fields } = section;
  const inTable = new Set(table?.rows.flatMap(({ keys }) => keys));
  const row = (view: FieldView) => (
    <FieldRow key={view.field.key} actor={actor} view={view} saving={saving} disconnection={disconnection} />
  );
  if (layout !== null) {
    return (
      <div id={id} className={layoutStyle({ layout })}>
        {fields.map(row)}
      </div>
    );
  }
  return (
    <SectionCard id={id} title={title ?? undefined} description={description ?? undefined}>
      {groupsOf(fields.filter(({ field }) => !inTable.has(field.key))).map((group) => {
        const [first] = group;
        if (!first || !isColor(first.field)) return group.map(row);
        return (
          <div key={first.field.key} className={colorRows}>
            {group.map(row)}
          </div>
        );
      })}
      {table === null ? null : (
        <LazyBoundary
          part={fieldTable}
          props={{ actor, saving, caption: title ?? '', layout: table, fields: fields.filter(({ field }) => inTable.has(field.key)) }}
        />
      )}
      {save ? <div className={foot}>{save}</div> : null}
    </SectionCard>
  );
}

const isColor = ({ kind }: Field): boolean => kind === 'color' || kind === 'themeColor';

/** The fields in their order. Colours that follow one another stand together, as the rows of a list. */
function groupsOf(fields: readonly FieldView[]): readonly (readonly FieldView[])[] {
  const groups: FieldView[][] = [];
  for (const view of fields) {
    const last = groups.at(-1);
    if (isColor(view.field) && last?.every(({ field }) => isColor(field))) last.push(view);
    else groups.push([view]);
  }
  return groups;
}
