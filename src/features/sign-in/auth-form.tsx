import { css } from '#styled/css/index.js';
import type { ComponentProps, FormEvent, ReactNode, Ref } from 'react';
import { LabelledControl } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { TextInput } from '#src/ui/text-input.tsx';

const form = css({ display: 'flex', flexDirection: 'column', gap: '6' });

interface AuthFormProps<Field extends string> {
  readonly ref?: Ref<HTMLFormElement>;
  /** The ids of the text fields, and their values as the machine knows them. */
  readonly values: readonly (readonly [field: Field, value: string])[];
  readonly onEntered: (field: Field, value: string) => void;
  /** Why the last attempt failed. */
  readonly message: string | null;
  readonly busy: boolean;
  /** Not called while the form is busy. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * The form of a screen without a session. Its message is below its button, where it moves no field and no button.
 *
 * Its text fields hold their own values. A password manager may set one without an event: React would put its older value back in the next
 * rendering, and the machine would submit that. So the fields are read at each event, and before the form is submitted.
 */
export function AuthForm<Field extends string>({ ref, values, onEntered, message, busy, onSubmit, children }: AuthFormProps<Field>) {
  const read = ({ currentTarget: { elements } }: FormEvent<HTMLFormElement>) => {
    for (const [field, value] of values) {
      const input = elements.namedItem(field);
      if (input instanceof HTMLInputElement && input.value !== value) onEntered(field, input.value);
    }
  };
  return (
    <form
      ref={ref}
      noValidate
      className={form}
      onInput={read}
      onBlurCapture={read}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        read(event);
        onSubmit();
      }}
    >
      {children}
      {message === null ? null : (
        <Notice tone="danger" live="alert">
          {message}
        </Notice>
      )}
    </form>
  );
}

type EmailInputProps = Pick<ComponentProps<typeof TextInput>, 'defaultValue' | 'readOnly' | 'autoFocus' | 'onBlur'>;

/** The email of an account, with the attributes that password managers and phones need. */
export function EmailInput({ problem, ...input }: EmailInputProps & { readonly problem: string | null }) {
  return (
    <LabelledControl id="email" label="Email" required requiredMark={false} error={problem}>
      {(control) => (
        <TextInput
          {...control}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
      )}
    </LabelledControl>
  );
}
