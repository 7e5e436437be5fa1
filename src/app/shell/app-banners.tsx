import { appUpdateView } from '#machines/app-update/app-update.view.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { loadMissingParts } from '#src/ui/lazy-component.tsx';
import { useLateSelector } from '../late-actor.ts';
import { useApp } from '../use-app.ts';

/** Banners about the whole console: a new version, or a database that another tab has upgraded. */
export function AppBanners() {
  const { appUpdate } = useApp();
  const snapshot = useLateSelector(appUpdate, (current) => current, null);
  if (snapshot === null) return null;
  const view = appUpdateView(snapshot);
  const reload = (
    <Button size="small" onClick={() => appUpdate.send({ type: 'reload.requested' })}>
      Reload
    </Button>
  );
  switch (view.status) {
    case 'available':
    case 'applying':
      return (
        <Banner
          tone="info"
          onDismiss={() => appUpdate.send({ type: 'update.postponed' })}
          actions={
            <Button size="small" busy={view.status === 'applying'} onClick={() => appUpdate.send({ type: 'update.requested' })}>
              Reload
            </Button>
          }
        >
          {view.message ?? 'A new version is ready.'}
        </Banner>
      );
    case 'waiting':
      return <Banner tone="info">The new version starts once everything is saved. {view.reason}</Banner>;
    case 'chunkFailed':
      return (
        <Banner
          tone="warning"
          actions={
            <>
              {view.canLoadPart ? (
                <Button size="small" onClick={loadMissingParts}>
                  Try again
                </Button>
              ) : null}
              {reload}
            </>
          }
        >
          {view.reason}
        </Banner>
      );
    case 'reloadRequired':
    case 'reloading':
      return (
        <Banner tone="warning" actions={reload}>
          {view.message ?? 'Another tab runs a newer version of this console. Reload this tab; what you saved is safe.'}
        </Banner>
      );
    default:
      return null;
  }
}
