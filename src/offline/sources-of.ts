import { type ChoiceSource, createChoiceSource } from './choice-source.ts';
import type { Device } from './device.ts';
import { createUploadSource, type UploadSource } from './upload-source.ts';

const uploads = new WeakMap<Device, UploadSource>();

/** One source for a client store, since only the source that registered a chosen file has it. */
export function uploadsOf(device: Device): UploadSource {
  const present = uploads.get(device);
  if (present) return present;
  const source = createUploadSource(device.uploadParts);
  uploads.set(device, source);
  return source;
}

export function choicesOf(device: Device): ChoiceSource {
  return createChoiceSource(device.sourceParts);
}
