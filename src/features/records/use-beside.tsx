import { type ReactNode, useState } from 'react';
import type { RecordFormDefinition } from '#contract/resources/record-form-definition.ts';
import { PreviewTabs, useMedia } from '#src/preview/beside-preview.tsx';
import { LazyBoundary, type LazyComponent, lazyComponent } from '#src/ui/lazy-component.tsx';
import { css } from '#styled/css/index.js';
import type { PictureProps } from './popup-picture.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0' });
/** As high as the dialog's content can be. */
const pane = css({
  minWidth: '0',
  height: { base: '[calc(100dvh - 16rem)]', md: '[calc(88dvh - 16rem)]', lg: '[calc(88dvh - 11rem)]' },
  minHeight: '[20rem]',
});
const hidden = css({ display: 'none' });

/** Exhaustive by type. */
const pictures: { readonly [Name in NonNullable<RecordFormDefinition['beside']>]: LazyComponent<PictureProps> } = {
  popup: lazyComponent(async () => (await import('./popup-picture.tsx')).PopupPicture),
};

interface BesideProps extends Pick<PictureProps, 'websiteId'> {
  /** Undefined: the form has no picture. */
  readonly name: RecordFormDefinition['beside'];
  /** Null while the record is read: the picture's place is empty. */
  readonly values: PictureProps['values'] | null;
}

interface BesideParts {
  /** Surrounds the fields. */
  readonly content: (fields: ReactNode) => ReactNode;
  /** For the dialog's `beside`. */
  readonly beside: ReactNode;
}

/** A picture of a record: beside its fields, where Tab comes to it after the dialog's buttons; on a small screen in place of the fields. */
export function useBeside({ name, websiteId, values }: BesideProps): BesideParts {
  const isWide = useMedia('(min-width: 1024px)');
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  if (name === undefined) return { content: (fields) => fields, beside: null };
  const picture = (
    <div className={pane}>{values === null ? null : <LazyBoundary part={pictures[name]} props={{ websiteId, values }} />}</div>
  );
  return {
    beside: isWide ? picture : null,
    content: (fields) => (
      <div className={stack}>
        {isWide ? null : <PreviewTabs value={tab} onChange={setTab} />}
        <div className={isWide || tab === 'edit' ? undefined : hidden}>{fields}</div>
        {isWide || tab === 'edit' ? null : picture}
      </div>
    ),
  };
}
