import { listSettings, updateSettings } from '#contract/calls/settings.ts';
import { settingsSaveBodySchema } from '#contract/commands/settings-save.ts';
import type { Json } from '#contract/json.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { CommandName, QueueRow } from '#contract/queue.ts';
import * as v from 'valibot';
import type { ApiClient } from './api-client.ts';

/** How one kind of command reaches the API: the call that has its effect, and the read that shows whether it had. */
interface Sender {
  send(row: QueueRow, ifMatch: string | null): Promise<Outcome<Json>>;
  read(row: QueueRow): Promise<Outcome<Json>>;
}

export function createCommandSenders(client: ApiClient): { readonly [Name in CommandName]: Sender } {
  return {
    'settings.save': {
      send(row, ifMatch) {
        const { settings } = v.parse(settingsSaveBodySchema, row.body);
        return client.call(updateSettings, {
          params: { websiteId: row.websiteId ?? '' },
          body: { data: { settings } },
          idempotencyKey: row.opId,
          ...(ifMatch ? { ifMatch } : {}),
        });
      },
      read(row) {
        const { category } = v.parse(settingsSaveBodySchema, row.body);
        return client.call(listSettings, { params: { websiteId: row.websiteId ?? '', selector: category } });
      },
    },
  };
}
