import { type ChoiceSource, createChoiceSource } from './choice-source.ts';
import type { ClientServices } from './client-services.ts';
import { createUploadSource, type UploadSource } from './upload-source.ts';

const uploads = new WeakMap<ClientServices, UploadSource>();

/** One source for a client store, since only the source that registered a chosen file has it. */
export function uploadsOf(services: ClientServices): UploadSource {
  const present = uploads.get(services);
  if (present) return present;
  const source = createUploadSource(services.uploadParts);
  uploads.set(services, source);
  return source;
}

export function choicesOf(services: ClientServices): ChoiceSource {
  return createChoiceSource(services.sourceParts);
}
