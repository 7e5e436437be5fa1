import type { NewMutation } from '#db/append.ts';
import { type OutboxResult, outboxRefused } from '#db/outbox-writes.ts';
import { storeErrorOf } from '#db/store-error.ts';
import type { Tab } from './tab.ts';

/** Stores a chosen file as `src/offline/upload-source.ts` does: a file that is stored after a sign-out is dropped. */
export async function keepFile(
  { store }: Tab,
  upload: Omit<NewMutation<'file.upload'>, 'resource' | 'mutation' | 'epoch'>,
): Promise<OutboxResult> {
  try {
    const epoch = await store.dataEpoch(upload.userId);
    return await store.outbox.append({ ...upload, resource: 'file', mutation: 'upload', epoch });
  } catch (thrown) {
    const { code, message } = storeErrorOf(thrown);
    return outboxRefused(code, message);
  }
}
