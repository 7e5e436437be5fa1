import type { PendingReason } from '#contract/pending-reason.ts';
import { blockConflictMessage } from '../block-submission/block-submission.words.ts';
import type { BlockChange, ToastContent } from '../ports.ts';
import { keptToast } from '../save-words.ts';
import { addingExcludedMessage } from './homepage.blocks.ts';
import type { CopyTarget } from './homepage.types.ts';

const shortly = 'The website preview will update shortly';

const orderToast: ToastContent = { type: 'success', title: 'Saving page order', content: shortly };
export const createdToast: ToastContent = { type: 'success', title: 'Block Created Successfully', content: '' };
export const deletedToast: ToastContent = { type: 'success', title: 'Block Successfully Deleted', content: shortly };
const settingsToast: ToastContent = { type: 'success', title: 'Saved', content: 'Theme settings successfully updated' };

/** What is told once the server has a change; null where the list says it by itself. */
export function savedToast(change: BlockChange, copyTo: CopyTarget | null): ToastContent | null {
  if (copyTo !== null) return { ...createdToast, content: copiedWords(copyTo) };
  return { order: orderToast, create: createdToast, delete: deletedToast, settings: settingsToast, show: null }[change.kind];
}

export function keptToastOf(reason: PendingReason, copyTo: CopyTarget | null): ToastContent {
  const toast = keptToast(reason);
  return copyTo?.leftBehind ? { ...toast, content: `${toast.content} ${leftBehindWords}` } : toast;
}

const leftBehindWords = 'Its images, menus, forms and records stay here: choose them there.';

function copiedWords({ name, leftBehind }: CopyTarget): string {
  return `It is on ${name} now.${leftBehind ? ` ${leftBehindWords}` : ''}`;
}

/** For an address of Add Block on a theme without it. */
export const excludedToast: ToastContent = { type: 'info', title: 'No block can be added', content: addingExcludedMessage };

export function failedToast(message: string): ToastContent {
  return { type: 'error', title: 'Error', content: message };
}

/** Of a change that waits for a choice: nothing has failed, and nothing is lost. */
export const conflictToast: ToastContent = { type: 'warning', title: 'Needs attention', content: blockConflictMessage };

export function goneToast(label: string, direction: 'undone' | 'redone'): ToastContent {
  return { type: 'info', title: direction === 'undone' ? 'Nothing to undo' : 'Nothing to redo', content: `${label} is no longer there.` };
}
