import type { SectionView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { type ReactNode, Suspense } from 'react';
import { lazyComponent, LazyBoundary } from '#src/ui/lazy-component.tsx';
import { SectionCard } from '#src/ui/section-card.tsx';
import { FormSkeleton } from '#src/ui/skeleton.tsx';
import { FieldRow, type FieldRowProps } from './field-row.tsx';

const foot = css({ display: 'flex', justifyContent: 'flex-end' });

/** Lazy, since most settings screens have no table. */
const fieldTable = lazyComponent(async () => (await import('./field-table.tsx')).FieldTable);

interface SettingsSectionProps extends Omit<FieldRowProps, 'view'> {
  readonly section: SectionView;
  /** The section's own Save button, after its fields. */
  readonly save: ReactNode;
}

export function SettingsSection({ section, save, actor, saving, offline }: SettingsSectionProps) {
  const { title, description, table, fields } = section;
  return (
    <SectionCard title={title ?? undefined} description={description ?? undefined}>
      {table === null ? (
        fields.map((view) => <FieldRow key={view.field.key} actor={actor} view={view} saving={saving} offline={offline} />)
      ) : (
        <Suspense fallback={<FormSkeleton fields={table.rows.length} label={`Loading ${title ?? 'the table'}`} />}>
          <LazyBoundary part={fieldTable} props={{ actor, saving, caption: title ?? '', layout: table, fields }} />
        </Suspense>
      )}
      {save ? <div className={foot}>{save}</div> : null}
    </SectionCard>
  );
}
