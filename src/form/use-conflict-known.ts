import { settingsBodySchema } from '#contract/resources/settings.ts';
import { fullName } from '#contract/entities/user.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { isOwnChange } from '#machines/describe-conflict.ts';
import { useMemo } from 'react';
import * as v from 'valibot';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import type { KnownBlocks } from './conflict-fields.ts';
import type { ChangedBy } from './conflict-picker.tsx';

interface Known {
  /** This device has been read. Before that nobody else may be said to have changed anything. */
  readonly isRead: boolean;
  readonly blocks: KnownBlocks;
  /** Who changed each field and when, as far as the API answers it. */
  readonly changed: Readonly<Record<string, ChangedBy>>;
}

const nothingKnown: Known = { isRead: false, blocks: { blocks: [], idMap: {} }, changed: {} };
export const unknownChange: ChangedBy = { at: null, by: null, isOwn: false };

/** What this device knows of an entry in conflict: the blocks or settings that it changes, and who changed them. */
export function useConflictKnown({ userId, websiteId, resource, body }: OutboxEntry): Known {
  const { watch } = useClientServices().store;
  const user = useUser();
  const userName = user && fullName(user);
  const source = useMemo((): Watched<Known> => {
    const save = v.safeParse(settingsBodySchema, body);
    return {
      initial: { ...nothingKnown, isRead: websiteId === null },
      watch: (callback) => {
        if (websiteId === null) return () => undefined;
        if (resource === 'settings' && save.success)
          return watch.settings(userId, websiteId, save.output.category, ({ pendingFields }) =>
            callback({
              ...nothingKnown,
              isRead: true,
              changed: Object.fromEntries(
                Object.entries(pendingFields).flatMap(([key, { theirs }]) =>
                  theirs ? [[key, { ...theirs, isOwn: isOwnChange(theirs.by, userName) }] as const] : [],
                ),
              ),
            }),
          );
        return watch.blocks(userId, websiteId, ({ blocks, stored, idMap }) => {
          const ids = new Set(blocks.map(({ id }) => id));
          callback({
            ...nothingKnown,
            isRead: true,
            blocks: { blocks: [...blocks, ...(stored ?? []).filter(({ id }) => !ids.has(id))], idMap },
          });
        });
      },
    };
  }, [watch, userId, websiteId, resource, body, userName]);
  return useWatched(source);
}
