import { type ReactNode, Suspense, useState } from 'react';
import type { RecordFormDefinition } from '#contract/resources/define.ts';
import { PreviewTabs, useMedia } from '#src/preview/beside-preview.tsx';
import { LazyBoundary, type LazyComponent, lazyComponent } from '#src/ui/lazy-component.tsx';
import { css } from '#styled/css/index.js';
import type { PictureProps } from './popup-picture.tsx';

const style = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  minWidth: '0',
  lg: { display: 'grid', gridTemplateColumns: '[minmax(20rem, 2fr) minmax(0, 3fr)]', gap: '6', alignItems: 'start' },
});
/** In view while the fields beside it are scrolled: as high as the dialog's content can be. */
const pane = css({
  minWidth: '0',
  height: { base: '[calc(100dvh - 16rem)]', md: '[calc(88dvh - 16rem)]', lg: '[calc(88dvh - 11rem)]' },
  minHeight: '[20rem]',
  lg: { position: 'sticky', top: '0' },
});
const hidden = css({ display: 'none' });
const fieldsStyle = css({ minWidth: '0' });

/** Exhaustive by type. */
const pictures: { readonly [Name in NonNullable<RecordFormDefinition['beside']>]: LazyComponent<PictureProps> } = {
  popup: lazyComponent(async () => (await import('./popup-picture.tsx')).PopupPicture),
};

interface BesideProps extends Omit<PictureProps, 'values'> {
  /** Null while the record is read: the picture's place is empty. */
  readonly values: PictureProps['values'] | null;
  readonly name: NonNullable<RecordFormDefinition['beside']>;
  /** The fields. */
  readonly children: ReactNode;
}

/** A record's fields with a picture of it beside them; on a small screen one of the two. */
export function Beside({ name, websiteId, values, children }: BesideProps) {
  const isWide = useMedia('(min-width: 1024px)');
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  return (
    <div className={style}>
      {isWide ? null : <PreviewTabs value={tab} onChange={setTab} />}
      <div className={isWide || tab === 'edit' ? fieldsStyle : hidden}>{children}</div>
      {isWide || tab === 'preview' ? (
        <div className={pane}>
          {values === null ? null : (
            <Suspense>
              <LazyBoundary part={pictures[name]} props={{ websiteId, values }} />
            </Suspense>
          )}
        </div>
      ) : null}
    </div>
  );
}
