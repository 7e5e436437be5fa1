import { limits } from '#contract/limits.ts';
import { emailProblem } from '../email-problem.ts';

const resetFields = ['email', 'new_password', 'confirm_password'] as const;
export type ResetField = (typeof resetFields)[number];
export type ResetValues = Readonly<Record<ResetField, string>>;
export type ResetProblems = Readonly<Partial<Record<ResetField, string>>>;

export const passwordHint = `Minimum of ${limits.passwordMinCharacters} characters`;

/** What is wrong with one field; null where nothing is. The confirmation is compared with the password. */
export function resetProblem(field: ResetField, values: ResetValues): string | null {
  switch (field) {
    case 'email':
      return emailProblem(values.email);
    case 'new_password':
      return lengthProblem('Password', values.new_password);
    case 'confirm_password':
      if (values.confirm_password !== '' && values.confirm_password === values.new_password) return null;
      return lengthProblem('Password confirmation', values.confirm_password) ?? 'Password confirmation must equal the password.';
  }
}

/** The problems by field; empty where the form can be sent. */
export function resetProblems(values: ResetValues): ResetProblems {
  return Object.fromEntries(
    resetFields.flatMap((field) => {
      const problem = resetProblem(field, values);
      return problem === null ? [] : [[field, problem]];
    }),
  );
}

function lengthProblem(label: string, password: string): string | null {
  if (password === '') return `${label} is required.`;
  if (password.length < limits.passwordMinCharacters) return `${label} must have at least ${limits.passwordMinCharacters} characters.`;
  return password.length > limits.passwordMaxCharacters ? `${label} can have at most ${limits.passwordMaxCharacters} characters.` : null;
}
