import { isLocalId, localId as newLocalId } from '#contract/resources/local-id.ts';
import type { FieldValue } from '#contract/fields/field.ts';
import { limits } from '#contract/limits.ts';
import { fileSettingOf } from '#contract/settings/summary.ts';
import { fileGoneMessage, typeOfContent, uploadProblem, uploadTypes } from '#contract/uploads.ts';
import type { UploadState } from '#db/files.ts';
import { newId } from '#db/new-id.ts';
import type { FileChecked, FileChosen, FileDescribed, FileStored, UploadEvent, UploadPlace } from '#machines/upload/upload.types.ts';
import { unknownMessage } from '#machines/problem-messages.ts';
import type { CurrentUser } from './current-user.ts';
import { createDescribeStored, remarksOn, type StoredFileParts } from './describe-stored.ts';
import type { FileTransfers } from './file-transfers.ts';

/** How fields with files read and write: files from this device first, uploads through the outbox. */
export interface UploadSource {
  /** Registers a chosen file and returns its handle, since a chart holds no files. */
  register(file: File): string;
  /** `accept`: the extensions, with their dot, that the field accepts. Left out: the extensions of the setting. */
  check(chosen: UploadPlace & { readonly handle: string; readonly accept?: readonly string[] }): Promise<FileChecked>;
  store(chosen: FileChosen): Promise<FileStored>;
  describe(file: UploadPlace & { readonly fileId: string }): Promise<FileDescribed>;
  follow(file: { readonly websiteId: string; readonly fileId: string }, onEvent: (event: UploadEvent) => void): () => void;
  retry(fileId: string): Promise<void>;
  /**
   * Stops an upload that nothing names. Resolves when it is out of the outbox, when it was too late, or after a timeout, as where
   * another tab sends it: `dropUnnamed` then drops it when the screen closes.
   */
  drop(fileId: string): Promise<void>;
  /** Discards uploads for these settings that no save, no draft and no value of the form names. Resolves to their file ids. */
  dropUnnamed(websiteId: string, settingKeys: readonly string[], formValues: readonly FieldValue[]): Promise<readonly string[]>;
  /** The content of a file on this device; null where it has none. */
  blob(fileId: string): Promise<Blob | null>;
}

export interface UploadParts extends StoredFileParts {
  readonly transfers: FileTransfers;
  readonly user: () => CurrentUser;
  readonly onOffline: (callback: () => void) => () => void;
  /** Called for each file that is pending. */
  readonly onPending: () => void;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
}

/** How long a field waits for the end of an upload that it dropped. */
const dropAtMostMs = 10_000;
const noSpaceMessage = 'This device has no space left for the file. Free some space and try again.';

export function createUploadSource(parts: UploadParts): UploadSource {
  const { store, transfers, user, isCurrentUser, isOffline, onOffline, onPending, timeout = (ms) => AbortSignal.timeout(ms) } = parts;
  const chosenFiles = new Map<string, File>();
  const fileOf = (handle: string): File => {
    const file = chosenFiles.get(handle);
    if (!file) throw new Error('the chosen file is no longer registered');
    return file;
  };

  const describeStored = createDescribeStored(parts);

  return {
    register(file) {
      const handle = newId();
      chosenFiles.set(handle, file);
      return handle;
    },
    async check({ settingKey, handle, accept }) {
      const file = fileOf(handle);
      const head = new Uint8Array(await file.slice(0, limits.uploadBytes).arrayBuffer());
      const problem = uploadProblem({ bytes: file.size, head, name: file.name }, settingKey, accept);
      if (problem !== null) chosenFiles.delete(handle);
      return { problem };
    },
    async store({ websiteId, settingKey, handle, replaces }) {
      const { userId, accountId } = user();
      const epoch = await store.dataEpoch(userId);
      const file = fileOf(handle);
      // The catalogue lacks the settings of blocks: their pictures belong to the website's style.
      const setting = fileSettingOf(settingKey);
      // A copy: the file on the disk may change or disappear before it is sent.
      const bytes = new Uint8Array(await file.arrayBuffer());
      const type = typeOfContent(bytes);
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
      chosenFiles.delete(handle);
      if (isOffline()) onPending();
      return { kind: 'stored', fileId: id };
    },
    async describe({ websiteId, fileId }) {
      const { userId } = user();
      if (!isLocalId(fileId)) return describeStored(userId, websiteId, fileId);
      const [state, local] = await Promise.all([store.files.state(userId, fileId), store.files.get(userId, fileId)]);
      if (state.kind === 'sent' && !local) return describeStored(userId, websiteId, state.fileId);
      if (state.kind === 'gone' || !local) return { kind: 'missing', message: fileGoneMessage };
      return { kind: 'known', info: { name: local.name, picture: { source: 'device', id: fileId } }, isPending: state.kind !== 'sent' };
    },
    follow({ websiteId, fileId }, onEvent) {
      const { userId } = user();
      let latest: UploadState | null = null;
      const notify = () => {
        const event = latest && eventOf(latest, transfers.percent(fileId), isOffline());
        if (event) onEvent(event);
      };
      const reportSent = async (sentId: string) => {
        const remarks = await remarksOn(store, userId, websiteId, sentId).catch(() => undefined);
        onEvent({ type: 'upload.sent', fileId: sentId, remarks });
      };
      const stops = [
        store.files.watch(userId, fileId, (state) => {
          latest = state;
          if (state.kind === 'sent') void reportSent(state.fileId);
          else notify();
        }),
        transfers.watch(fileId, notify),
        onOffline(notify),
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
      transfers.abort(fileId);
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
          // Its next attempt had begun: this watch also reports the end of that attempt.
          if (result?.kind === 'refused' && result.code === 'busy' && transfers.abort(fileId)) return;
          end();
        });
        // A watch that fails makes no further calls.
        timeout(dropAtMostMs).addEventListener('abort', end, { once: true });
      });
    },
    async dropUnnamed(websiteId, settingKeys, formValues) {
      const { userId } = user();
      if (!isCurrentUser(userId)) return [];
      return store.outbox.dropUnnamed({ userId, websiteId, settingKeys }, formValues.flat().filter(isLocalId));
    },
    async blob(fileId) {
      return (await store.files.get(user().userId, fileId))?.blob ?? null;
    },
  };
}

/** The event for a field whose upload is in this state; null: no event. */
function eventOf(state: UploadState, percent: number | null, offline: boolean): UploadEvent | null {
  switch (state.kind) {
    // Reported with what the server said of it, which is read first.
    case 'sent':
      return null;
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
