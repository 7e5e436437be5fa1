import type { Field } from '#contract/fields/field.ts';
import { maxLengthOf } from '#contract/fields/index.ts';
import { useCallback, useState } from 'react';
import type { FieldCounter } from './field-shell.tsx';

/** `hard` stops typing; `soft` only warns. Characters are UTF-16 units, as the server and `maxlength` count them. */
export interface TextLimit {
  readonly kind: 'hard' | 'soft';
  readonly characters: number;
  /** The counter is visible from the first letter on. */
  readonly always?: true;
}

const number = (value: number): string => value.toLocaleString('en');

/** Without `always` the counter appears at nine tenths of the limit: earlier it would only distract. */
export function counterOf(length: number, limit: TextLimit | null): FieldCounter | null {
  if (!limit || (!limit.always && length < limit.characters * 0.9)) return null;
  const warn = limit.kind === 'soft' ? length > limit.characters : length >= limit.characters;
  return { text: `${number(length)} / ${number(limit.characters)}`, warn, ...(limit.always ? { always: true } : {}) };
}

export const limitMessage = (limit: TextLimit): string =>
  limit.kind === 'hard'
    ? `This field can hold at most ${number(limit.characters)} characters.`
    : `More than ${number(limit.characters)} characters may be cut off where this is shown.`;

export const pasteMessage = (limit: TextLimit): string => `${limitMessage(limit)} What did not fit was left out.`;

/** How much of an insertion fits. Never splits a surrogate pair. */
export function fitInsertion(inserted: string, room: number): string {
  if (inserted.length <= room) return inserted;
  const fitting = inserted.slice(0, Math.max(0, room));
  return /[\uD800-\uDBFF]$/u.test(fitting) ? fitting.slice(0, -1) : fitting;
}

/** Cuts text that was set as a whole (by a script, by autofill) to a hard limit. Text that was already too long may only become shorter. */
export function fitText(next: string, previous: string, limit: TextLimit | null): string {
  if (limit?.kind !== 'hard' || next.length <= limit.characters) return next;
  if (previous.length > limit.characters) return next.length <= previous.length ? next : previous;
  return fitInsertion(next, limit.characters);
}

/** The limit that a field shows during typing: that of its counter, which is always visible, else its maximum length. */
export function limitOf(field: Field): TextLimit | null {
  if ('counter' in field && field.counter) {
    return { kind: field.counter.limit, characters: field.counter.characters, always: true };
  }
  const max = maxLengthOf(field);
  return max === null ? null : { kind: 'hard', characters: max };
}

export interface LimitedText {
  readonly counter: FieldCounter | null;
  readonly note: string | null;
  /** Spread over an input or textarea. */
  readonly control: {
    readonly value: string;
    readonly maxLength: number | undefined;
    readonly ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => (() => void) | undefined;
    readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
  };
}

/** `maxlength` silently stops typing and cuts a paste; the note tells the user. */
export function useTextLimit(value: string, limit: TextLimit | null, onChange: (value: string) => void): LimitedText {
  const [stopped, setStopped] = useState<'typed' | 'cut' | null>(null);
  const hard = limit?.kind === 'hard' ? limit.characters : null;

  const ref = useCallback(
    (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      if (!element || hard === null) return undefined;
      const onBeforeInput = (event: Event): void => {
        if (!(event instanceof InputEvent) || !event.inputType.startsWith('insert')) return;
        const inserted = event.data ?? event.dataTransfer?.getData('text') ?? '\n';
        const replaced = (element.selectionEnd ?? 0) - (element.selectionStart ?? 0);
        const length = inserted.replace(/\r\n?/gu, '\n').length;
        setStopped(element.value.length - replaced + length <= hard ? null : length > 1 ? 'cut' : 'typed');
      };
      element.addEventListener('beforeinput', onBeforeInput);
      return () => element.removeEventListener('beforeinput', onBeforeInput);
    },
    [hard],
  );

  const over = limit !== null && (limit.kind === 'soft' ? value.length > limit.characters : value.length >= limit.characters);
  return {
    counter: counterOf(value.length, limit),
    note: !limit || !over ? null : limit.kind === 'hard' && stopped === 'cut' ? pasteMessage(limit) : limitMessage(limit),
    control: {
      value,
      maxLength: hard ?? undefined,
      ref,
      onChange: (event) => {
        const next = fitText(event.currentTarget.value, value, limit);
        if (next !== event.currentTarget.value) setStopped('cut');
        onChange(next);
      },
    },
  };
}
