import { isLocalId } from '#contract/mutations/local-id.ts';

/** A command's block, where it was made on this device and the server has not named it yet. */
export function localBlock({ blockId }: { readonly blockId: string }): Readonly<Record<string, string>> {
  return isLocalId(blockId) ? { [blockId]: blockId } : {};
}
