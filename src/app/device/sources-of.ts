import { type ChoiceSource, createChoiceSource } from './choice-source.ts';
import type { Device } from './device.ts';
import { createUploadSource, type UploadSource } from './upload-source.ts';

const uploads = new WeakMap<Device, UploadSource>();
const choices = new WeakMap<Device, ChoiceSource>();

/** One source for a device: a chosen file is held by the one that named it. */
export function uploadsOf(device: Device): UploadSource {
  const present = uploads.get(device);
  if (present) return present;
  const made = createUploadSource(device.uploadParts);
  uploads.set(device, made);
  return made;
}

/** One source for a device: a list that is under way is asked for once. */
export function choicesOf(device: Device): ChoiceSource {
  const present = choices.get(device);
  if (present) return present;
  const made = createChoiceSource(device.choiceParts);
  choices.set(device, made);
  return made;
}
