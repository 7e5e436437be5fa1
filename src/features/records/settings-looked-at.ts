import type { Setting } from '#contract/entities/setting.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { screenOfKeys } from '#contract/settings/names.ts';
import type { ClientServices } from '#src/offline/client-services.ts';

type Settings = Pick<ClientServices['settings'], 'load' | 'watch'>;

/** The settings of a website that conditions of a record's fields read: from this device, and again whenever they change. */
export function settingsLookedAt(settings: Settings, { form }: Pick<ResourceDefinition, 'form'>) {
  const keys = new Set(form?.looksAt?.map(({ key }) => key));
  const screenIds = [...new Set([...keys].flatMap((key) => screenOfKeys(new Set([key]))?.id ?? []))];
  const ofForm = (all: readonly Setting[]) => all.filter(({ key }) => keys.has(key));
  return {
    /** None where they can't be read now: a field with a condition on them is hidden then. */
    async load(websiteId: string): Promise<readonly Setting[]> {
      const loaded = await Promise.all(screenIds.map((screenId) => settings.load({ websiteId, screenId }).catch(() => null)));
      return ofForm(loaded.flatMap((each) => (each?.kind === 'loaded' ? each.snapshot.settings : [])));
    },
    watch(websiteId: string, callback: (looked: readonly Setting[]) => void): () => void {
      const latest = new Map<string, readonly Setting[]>();
      const stops = screenIds.map((screenId) =>
        settings.watch({ websiteId, screenId }, (snapshot) => {
          latest.set(screenId, snapshot.settings);
          if (latest.size === screenIds.length) callback(ofForm([...latest.values()].flat()));
        }),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
