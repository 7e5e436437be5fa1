import type { ThemeKey } from '#contract/entities/website.ts';
import type { ClientStore } from '#db/client-store.ts';
import { type BlocksSource, createBlocksSource } from '#src/offline/blocks-source.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { createSettingsSource, type SettingsSource } from '#src/offline/settings-source.ts';
import type { SourceParts } from '#src/offline/source-parts.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import type { WebsiteId } from './places.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** What the wiring of a form takes in one tab: the console's own sources, on simulated time. */
export interface FormServices {
  readonly settings: SettingsSource;
  readonly store: ClientStore;
  readonly blocks: BlocksSource;
  readonly submitSettings: ClientServices['submitSettings'];
  records(websiteId: WebsiteId): RecordsSource;
}

interface Deps {
  readonly parts: Omit<SourceParts, 'themeOf'>;
  readonly scheduler: Scheduler;
  readonly process: Process;
  readonly submitSettings: ClientServices['submitSettings'];
  readonly records: FormServices['records'];
}

export function createFormServices({ parts, scheduler, process, submitSettings, records }: Deps): FormServices {
  const clock = scheduler.clockOf(process);
  const themeOf = (): Promise<ThemeKey> => Promise.resolve('versatile');
  const time = { passed: () => scheduler.passed, afterFrame: (work: () => void) => clock.schedule(work, 0) };
  return {
    settings: createSettingsSource({ ...parts, themeOf, time }),
    store: parts.store,
    blocks: createBlocksSource({ ...parts, themeOf }),
    submitSettings,
    records,
  };
}
