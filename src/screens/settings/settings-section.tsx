import type { SectionView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import type { ReactNode } from 'react';
import { SectionCard } from '#src/ui/section-card.tsx';
import { FieldRow, type FieldRowProps } from './field-row.tsx';
import { FieldTable } from './field-table.tsx';

const foot = css({ display: 'flex', justifyContent: 'flex-end' });

interface SettingsSectionProps extends Omit<FieldRowProps, 'view'> {
  readonly section: SectionView;
  /** After the fields: a Save of the section's own. */
  readonly save: ReactNode;
}

export function SettingsSection({ section, save, actor, saving, offline }: SettingsSectionProps) {
  const { title, description, table, fields } = section;
  return (
    <SectionCard title={title ?? undefined} description={description ?? undefined}>
      {table === null ? (
        fields.map((view) => <FieldRow key={view.field.key} actor={actor} view={view} saving={saving} offline={offline} />)
      ) : (
        <FieldTable actor={actor} saving={saving} caption={title ?? ''} layout={table} fields={fields} />
      )}
      {save ? <div className={foot}>{save}</div> : null}
    </SectionCard>
  );
}
