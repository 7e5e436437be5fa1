import { useCallback, useState } from 'react';
import { counterOf, fitText, limitMessage, pasteMessage, type TextLimit } from './text-limit.ts';

export interface LimitedText {
  readonly counter: { readonly text: string; readonly warn: boolean } | null;
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
