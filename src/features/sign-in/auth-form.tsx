import { css } from '#styled/css/index.js';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { LabelledControl } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { TextInput } from '#src/ui/text-input.tsx';

const form = css({ display: 'flex', flexDirection: 'column', gap: '6' });

interface AuthFormProps {
  readonly ref?: Ref<HTMLFormElement>;
  /** Why the last attempt failed. */
  readonly message: string | null;
  readonly busy: boolean;
  /** Not called while the form is busy. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The form of a screen without a session. Its message is below its button, where it moves no field and no button. */
export function AuthForm({ ref, message, busy, onSubmit, children }: AuthFormProps) {
  return (
    <form
      ref={ref}
      noValidate
      className={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
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

type EmailInputProps = Pick<ComponentProps<typeof TextInput>, 'value' | 'readOnly' | 'autoFocus' | 'onChange' | 'onBlur'>;

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
