import { overlaySettings, settingsTarget } from '#contract/commands/settings-save.ts';
import { type Category, type Setting, settingSchema } from '#contract/entities/setting.ts';
import type { QueueRow, RowStatus } from '#contract/queue.ts';
import * as v from 'valibot';
import type { Cache, Cached } from './cache.ts';
import { settingsSave } from './commands/settings-save.ts';
import type { Aliases } from './commands/command.ts';
import { aliasesOf } from './aliases.ts';
import { settingsKey } from './keys.ts';
import { readRecord } from './queue-rows.ts';
import type { ClientDatabase } from './stores.ts';

/** A save that lies over a setting. `message`: why it is not simply waiting, at this field where the server named it. */
export interface WaitingField {
  readonly opId: string;
  readonly status: RowStatus;
  readonly message: string | null;
}

/** A category as a screen shows it. `stored` is the server's word; null: never heard. */
export interface SettingsReading {
  readonly stored: readonly Setting[] | null;
  readonly shown: readonly Setting[];
  readonly waiting: Readonly<Record<string, WaitingField>>;
  readonly fetchedAt: number | null;
  readonly etag: string | null;
}

/** Lays the queue over the cache, in queue order. Reads one consistent state of both. */
export function readSettings(
  db: ClientDatabase,
  cache: Cache,
  userId: string,
  websiteId: string,
  category: Category,
): Promise<SettingsReading> {
  return db.transaction('r', [db.resources, db.outbox, db.aliases], async () => {
    const cached = await cache.get(userId, settingsKey(websiteId, category), v.array(settingSchema));
    const target = settingsTarget(websiteId, category);
    const rows = await readRecord(db, userId, target);
    return layOver(cached, rows, await aliasesOf(db, userId));
  });
}

function layOver(cached: Cached<Setting[]> | null, rows: readonly QueueRow[], aliases: Aliases): SettingsReading {
  const waiting: Record<string, WaitingField> = {};
  let shown: readonly Setting[] = cached?.data ?? [];
  for (const row of rows) {
    const parsed = settingsSave.parse(row.body);
    if (!parsed) continue;
    const { body } = settingsSave.withAliases({ body: parsed, base: {} }, aliases);
    shown = overlaySettings(shown, body.settings);
    // Of a change in conflict only the fields that differ are asked about; the others wait with it.
    const asked = row.status === 'conflict' ? row.lastError?.theirs : undefined;
    for (const { key } of body.settings) {
      const status = asked && !(key in asked) ? 'queued' : row.status;
      waiting[key] = { opId: row.opId, status, message: row.lastError?.fields[key] ?? null };
    }
  }
  return { stored: cached?.data ?? null, shown, waiting, fetchedAt: cached?.fetchedAt ?? null, etag: cached?.etag ?? null };
}
