import { type ChoiceSource, createChoiceSource } from './choice-source.ts';
import type { Device } from './device.ts';
import { createUploadSource, type UploadSource } from './upload-source.ts';

const uploads = new WeakMap<Device, UploadSource>();

/** One source for a device: a chosen file is held by the one that named it. */
export function uploadsOf(device: Device): UploadSource {
  const present = uploads.get(device);
  if (present) return present;
  const made = createUploadSource(device.uploadParts);
  uploads.set(device, made);
  return made;
}

export function choicesOf(device: Device): ChoiceSource {
  return createChoiceSource(device.choiceParts);
}
