import type { MutationDefinition } from './definition.ts';

/** What most commands leave out: nothing secret, nothing made, nothing named that was made offline. */
export const defaults = {
  refuses: () => null,
  references: () => ({}),
  localId: () => null,
  made: () => null,
  carriesFile: false,
  isTagged: false,
} satisfies Partial<MutationDefinition<unknown>>;
