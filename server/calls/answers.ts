import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';

interface UserRow {
  readonly id: number;
  readonly accountId: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly roles: readonly string[];
  readonly createdAt: Date;
}

export function userAnswer(user: UserRow) {
  return {
    id: user.id,
    account_id: user.accountId,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    name: [user.firstName, user.lastName].filter(Boolean).join(' ') || null,
    roles: [...user.roles],
    created_at: user.createdAt.toISOString(),
  };
}

export function themeKeyOf(key: string | null): ThemeKey | null {
  return themeKeys.find((known) => known === key) ?? null;
}
