import { isLocalId, localId as newLocalId } from '#contract/resources/local-id.ts';
import type { FieldValue } from '#contract/fields/field.ts';
import { fileSettingOf } from '#contract/settings/summary.ts';
import { fileGoneMessage, headBytes, pictureHeadBytes, typeOfContent, uploadProblem, uploadTypes } from '#contract/uploads.ts';
import type { UploadState } from '#db/files.ts';
import { newId } from '#db/new-id.ts';
import type { FileChecked, FileChosen, FileDescribed, FileStored, UploadEvent, UploadPlace } from '#machines/upload/upload.types.ts';
import { unknownMessage } from '#machines/problem-messages.ts';
import type { CurrentUser } from './current-user.ts';
import { createDescribeStored, type StoredFileParts } from './describe-stored.ts';
import type { LeavingFiles } from './leaving-files.ts';

/** What fields with files read and write: the device first, the queue for all that is sent. */
export interface UploadSource {
  /** Names a chosen file for a chart, which holds no files. */
  hold(file: File): string;
  /** `accept`: the extensions, with their dot, that the field takes; those of the setting where it is left out. */
  check(chosen: UploadPlace & { readonly handle: string; readonly accept?: readonly string[] }): Promise<FileChecked>;
  keep(chosen: FileChosen): Promise<FileStored>;
  describe(file: UploadPlace & { readonly fileId: string }): Promise<FileDescribed>;
  follow(fileId: string, tell: (event: UploadEvent) => void): () => void;
  retry(fileId: string): Promise<void>;
  /**
   * Stops an upload that nothing names. Resolves when it has left the queue, or when it was too late; or when neither is known after
   * a while, as where another tab sends it: it then goes with the screen (`dropUnnamed`).
   */
  drop(fileId: string): Promise<void>;
  /** Takes uploads for these settings out of the queue that no save, no draft and none of `held` names; answers their files' ids. */
  dropUnnamed(websiteId: string, settingKeys: readonly string[], held: readonly FieldValue[]): Promise<readonly string[]>;
  /** What this device has of a file, to be shown; null where it has nothing. */
  blob(fileId: string): Promise<Blob | null>;
}

export interface UploadParts extends StoredFileParts {
  readonly leaving: LeavingFiles;
  readonly user: () => CurrentUser;
  readonly onOffline: (callback: () => void) => () => void;
  /** A file waits on this device. */
  readonly onKept: () => void;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
}

/** How long a field waits for the end of an upload that it gave up. */
const dropAtMostMs = 10_000;
const noSpaceMessage = 'This device has no space left for the file. Free some space and try again.';

export function createUploadSource(parts: UploadParts): UploadSource {
  const { store, leaving, user, isCurrentUser, isOffline, onOffline, onKept, timeout = (ms) => AbortSignal.timeout(ms) } = parts;
  const held = new Map<string, File>();
  const fileOf = (handle: string): File => {
    const file = held.get(handle);
    if (!file) throw new Error('the chosen file is not held any more');
    return file;
  };

  const describeStored = createDescribeStored(parts);

  return {
    hold(file) {
      const handle = newId();
      held.set(handle, file);
      return handle;
    },
    async check({ settingKey, handle, accept }) {
      const file = fileOf(handle);
      const head = new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
      const problem = uploadProblem({ bytes: file.size, head }, settingKey, accept);
      if (problem !== null) held.delete(handle);
      return { problem };
    },
    async keep({ websiteId, settingKey, handle, replaces }) {
      const { userId, accountId } = user();
      const epoch = await store.dataEpoch(userId);
      const file = fileOf(handle);
      // A setting of a block is no setting of the catalogue: its pictures belong to the website's look.
      const setting = fileSettingOf(settingKey);
      // Its own copy: the file on the disk may change or go before it is sent.
      const bytes = new Uint8Array(await file.arrayBuffer());
      const type = typeOfContent(bytes.subarray(0, headBytes));
      if (!isCurrentUser(userId)) return { kind: 'failed', message: unknownMessage };
      const id = newLocalId(newId());
      const body = {
        localId: id,
        websiteId,
        settingKey,
        category: setting?.category ?? 'style',
        type: setting ? setting.type : 'image',
      } as const;
      const result = await store.outbox.append({
        userId,
        accountId,
        websiteId,
        epoch,
        resource: 'file',
        mutation: 'upload',
        body: { ...body, name: file.name, bytes: bytes.byteLength },
        base: {},
        file: { blob: new Blob([bytes], { type: type === null ? '' : uploadTypes[type].mimeType }), name: file.name, replaces },
      });
      if (result.kind === 'refused')
        return { kind: 'failed', message: result.code === 'quota' ? noSpaceMessage : result.message || unknownMessage };
      held.delete(handle);
      if (isOffline()) onKept();
      return { kind: 'stored', fileId: id };
    },
    async describe({ websiteId, fileId }) {
      const { userId } = user();
      if (!isLocalId(fileId)) return describeStored(userId, websiteId, fileId);
      const [state, kept] = await Promise.all([store.files.state(userId, fileId), store.files.get(userId, fileId)]);
      if (state.kind === 'sent' && !kept) return describeStored(userId, websiteId, state.fileId);
      if (state.kind === 'gone' || !kept) return { kind: 'missing', message: fileGoneMessage };
      return { kind: 'known', info: { name: kept.name, picture: { source: 'device', id: fileId } }, isPending: state.kind !== 'sent' };
    },
    follow(fileId, tell) {
      const { userId } = user();
      let latest: UploadState | null = null;
      const told = () => {
        const event = latest && eventOf(latest, leaving.percent(fileId), isOffline());
        if (event) tell(event);
      };
      const stops = [
        store.files.watch(userId, fileId, (state) => {
          latest = state;
          told();
        }),
        leaving.watch(fileId, told),
        onOffline(told),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    async retry(fileId) {
      const state = await store.files.state(user().userId, fileId);
      if (state.kind !== 'rejected') return;
      const result = await store.outbox.retry(state.opId);
      if (result.kind === 'refused') throw new Error(result.code);
    },
    drop(fileId) {
      const { userId } = user();
      leaving.stop(fileId);
      return new Promise((resolve) => {
        let busy = false;
        const end = () => {
          stop();
          resolve();
        };
        const stop = store.files.watch(userId, fileId, async (state) => {
          if (busy || state.kind === 'sending') return;
          busy = true;
          const result = 'opId' in state ? await store.outbox.giveUp(state.opId).catch(() => null) : null;
          busy = false;
          // Its next attempt had begun: the end of that is heard too.
          if (result?.kind === 'refused' && result.code === 'busy' && leaving.stop(fileId)) return;
          end();
        });
        // A watch that fails tells nothing more.
        timeout(dropAtMostMs).addEventListener('abort', end, { once: true });
      });
    },
    async dropUnnamed(websiteId, settingKeys, held) {
      const { userId } = user();
      return isCurrentUser(userId) ? store.outbox.dropUnnamed({ userId, websiteId, settingKeys }, held.flat().filter(isLocalId)) : [];
    },
    async blob(fileId) {
      return (await store.files.get(user().userId, fileId))?.blob ?? null;
    },
  };
}

/** What a field is told of its upload; null: nothing new. */
function eventOf(state: UploadState, percent: number | null, offline: boolean): UploadEvent | null {
  switch (state.kind) {
    case 'sent':
      return { type: 'upload.sent', fileId: state.fileId };
    case 'gone':
      return { type: 'upload.dropped', message: fileGoneMessage };
    case 'rejected':
      return { type: 'upload.rejected', message: state.error?.message || unknownMessage };
    case 'sending':
      return { type: 'upload.progressed', percent };
    case 'pending':
      return offline || state.error !== null ? { type: 'upload.waited' } : null;
  }
}
