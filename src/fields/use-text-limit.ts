import { useCallback } from 'react';
import { type LateText, useLateText } from '#src/ui/late-text.ts';
import type { FieldCounter } from './field-shell.tsx';
import { counterOf, growsOver, isTypedCharacter, limitNote, type TextLimit } from './text-limit.ts';

export interface LimitedText {
  readonly counter: FieldCounter | null;
  readonly note: string | null;
  /** Spread over an input or textarea. */
  readonly control: LateText;
}

interface TextLimitOptions {
  readonly value: string;
  readonly limit: TextLimit | null;
  readonly changed: boolean;
  readonly onChange: (value: string) => void;
}

/** A hard limit stops typing. `maxlength` would also cut what is pasted, without a word. */
export function useTextLimit({ limit, ...text }: TextLimitOptions): LimitedText {
  const hard = limit?.kind === 'hard' ? limit.characters : null;
  const { defaultValue, ref: setText } = useLateText(text);
  const ref = useCallback<LateText['ref']>(
    (element) => {
      const forget = setText(element);
      if (!element || hard === null) return forget;
      const onBeforeInput = (event: Event): void => {
        if (!(event instanceof InputEvent) || !isTypedCharacter(event.inputType, event.data)) return;
        const replaced = (element.selectionEnd ?? 0) - (element.selectionStart ?? 0);
        if (growsOver(hard, element.value.length, (event.data ?? '\n').length - replaced)) event.preventDefault();
      };
      element.addEventListener('beforeinput', onBeforeInput);
      return () => {
        element.removeEventListener('beforeinput', onBeforeInput);
        forget?.();
      };
    },
    [hard, setText],
  );
  return { counter: counterOf(text.value.length, limit), note: limitNote(text.value.length, limit), control: { defaultValue, ref } };
}
