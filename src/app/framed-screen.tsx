import { FramedScreen } from '#src/features/frames/framed-screen.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import type { BespokeScreenProps } from './bespoke-paths.ts';

const seoDialog = lazyComponent(async () => (await import('#src/features/records/seo-dialog.tsx')).SeoDialog);

/** A framed page, with the dialog that it may ask for. */
export function FramedScreenWithSeo(props: BespokeScreenProps) {
  return <FramedScreen {...props} seoDialog={seoDialog} />;
}
