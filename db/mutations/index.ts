import type {
  BlocksCreateBody,
  BlocksDeleteBody,
  BlockSettingsSaveBody,
  BlocksOrderBody,
  BlocksShowBody,
} from '#contract/mutations/blocks.ts';
import type { FilesUploadBody } from '#contract/mutations/files-upload.ts';
import type { SettingsSaveBody } from '#contract/mutations/settings-save.ts';
import { type Json, sameJson, toJson } from '#contract/json.ts';
import type { MutationName, OutboxEntry } from '#contract/outbox-entry.ts';
import type { Aliases, MutationDefinition, Heard, Made, Patch } from './definition.ts';
import { blockSettingsSave } from './block-settings-save.ts';
import { blocksCreate } from './blocks-create.ts';
import { blocksDelete } from './blocks-delete.ts';
import { blocksOrder } from './blocks-order.ts';
import { blocksShow } from './blocks-show.ts';
import { filesUpload } from './files-upload.ts';
import { settingsSave } from './settings-save.ts';

/** Body of each command by its name. */
export interface MutationBodies {
  readonly 'settings.save': SettingsSaveBody;
  readonly 'files.upload': FilesUploadBody;
  readonly 'blocks.order': BlocksOrderBody;
  readonly 'blocks.show': BlocksShowBody;
  readonly 'blocks.create': BlocksCreateBody;
  readonly 'blocks.delete': BlocksDeleteBody;
  readonly 'block-settings.save': BlockSettingsSaveBody;
}

/** Every command. A new one is one file and one line here (and one in `MutationBodies`). */
const commands: { readonly [Name in MutationName]: MutationDefinition<MutationBodies[Name]> } = {
  'settings.save': settingsSave,
  'files.upload': filesUpload,
  'blocks.order': blocksOrder,
  'blocks.show': blocksShow,
  'blocks.create': blocksCreate,
  'blocks.delete': blocksDelete,
  'block-settings.save': blockSettingsSave,
};

/** A row's command with the body already read: what the queue works with, whatever the command is. */
export interface BoundMutation {
  readonly target: { readonly entity: string; readonly id: string };
  readonly cacheKey: string;
  readonly refuses: 'secret' | null;
  readonly words: string;
  readonly merge: (later: Patch<Json>) => Patch<Json> | null;
  readonly values: Readonly<Record<string, Json>>;
  /** By field, all that it may have put there. */
  readonly mayHavePut: Readonly<Record<string, readonly Json[]>>;
  readonly stored: (cached: Json) => Readonly<Record<string, Json>>;
  /** True while the cached data still shows the base of every touched field. */
  readonly isFresh: (cached: Json) => boolean;
  readonly references: Readonly<Record<string, string>>;
  readonly withAliases: (aliases: Aliases) => Patch<Json>;
  readonly baseAtFirst: (cached: Json) => Patch<Json>['base'];
  readonly localId: string | null;
  readonly carriesFile: boolean;
  readonly isTagged: boolean;
  readonly rebaseOnEnqueue: boolean;
  readonly deletes: boolean;
  /** The body without a thing that will not be made; null where the row has no sense without it. */
  readonly without: (localId: string) => Json | null;
  readonly made: (heard: Heard) => Made | null;
  readonly take: Bindable['take'];
  readonly resolve: Bindable['resolve'];
}

interface Bindable {
  readonly take: (cached: Json | null, answer: Parameters<MutationDefinition<never>['take']>[2]) => Json;
  readonly resolve: (
    error: Parameters<MutationDefinition<never>['resolve']>[1],
    choices: Readonly<Record<string, 'mine' | 'theirs'>>,
  ) => Patch<Json> | null;
}

type Bindee = Pick<OutboxEntry, 'command' | 'websiteId' | 'body' | 'base'>;

/** Joins a row with its command; null where the body can't be read by this version. */
export function bind(row: Bindee): BoundMutation | null {
  return bindCommand(row.command, row);
}

function bindCommand<Name extends MutationName>(name: Name, row: Bindee): BoundMutation | null {
  const command: MutationDefinition<MutationBodies[Name]> = commands[name];
  return bindWith(command, row);
}

function bindWith<Body>(command: MutationDefinition<Body>, row: Bindee): BoundMutation | null {
  const body = command.parse(row.body);
  if (body === null) return null;
  const touch: Patch<Body> = { body, base: row.base };
  return {
    target: command.target(row.websiteId, body),
    cacheKey: command.cacheKey(row.websiteId, body),
    refuses: command.refuses(body),
    // Not all of it is asked for, and a queue of thousands is read often.
    get words() {
      return command.words(body);
    },
    merge(later) {
      const over = command.parse(later.body);
      const merged = over === null ? null : command.merge(touch, { body: over, base: later.base });
      return merged === null ? null : plain(merged);
    },
    get values() {
      return command.values(body);
    },
    get mayHavePut() {
      const halfway = command.halfway?.(touch) ?? {};
      return Object.fromEntries(Object.entries(command.values(body)).map(([key, value]) => [key, [value, ...(halfway[key] ?? [])]]));
    },
    stored: (cached) => command.stored(cached),
    isFresh(cached) {
      const theirs = command.stored(cached);
      return Object.keys(command.values(body)).every((key) => sameJson(theirs[key] ?? null, row.base[key] ?? null));
    },
    get references() {
      return command.references(body);
    },
    withAliases: (aliases) => plain(command.withAliases(touch, aliases)),
    baseAtFirst: (cached) => command.baseAtFirst?.(row.base, cached) ?? row.base,
    localId: command.localId(body),
    carriesFile: command.carriesFile,
    isTagged: command.isTagged,
    rebaseOnEnqueue: command.rebaseOnEnqueue ?? false,
    deletes: command.deletes ?? false,
    without: (localId) => (command.without ? toJson(command.without(body, localId)) : null),
    made: (heard) => command.made(touch, row.websiteId, heard),
    take: (cached, answer) => command.take(cached, body, answer),
    resolve(error, choices) {
      const rest = command.resolve(touch, error, choices);
      return rest === null ? null : plain(rest);
    },
  };
}

function plain<Body>(touch: Patch<Body>): Patch<Json> {
  return { body: toJson(touch.body), base: touch.base };
}
