import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { themeKeys } from '#contract/entities/website.ts';
import { asciiHostName, hostNameOf } from '#contract/host-name.ts';
import { isEmail, newPasswordRule } from '#contract/rules.ts';
import { defaultBlocks } from '../blocks/defaults.ts';
import type { Deps } from '../deps.ts';
import { blocks } from '../tables/blocks.ts';
import { accounts, users } from '../tables/identity.ts';
import { domains } from '../tables/domains.ts';
import { themes, websites } from '../tables/websites.ts';

/** A first user with an account and a website, for an installation without the demo. */
export const newAccountSchema = v.object({
  account: v.pipe(v.string(), v.trim(), v.nonEmpty('The account needs a name.')),
  email: v.pipe(v.string(), v.check(isEmail, 'The email address is not valid.'), v.toLowerCase()),
  password: newPasswordRule,
  website: v.pipe(v.string(), v.trim(), v.nonEmpty('The website needs a name.')),
  domain: v.pipe(
    v.string(),
    v.transform(hostNameOf),
    v.check((domain) => asciiHostName(domain) !== null, 'The domain is not valid.'),
  ),
  theme: v.picklist(themeKeys, 'The theme is one of versatile, byron and minimal.'),
});
export type NewAccount = v.InferOutput<typeof newAccountSchema>;

export type NewAccountResult = { readonly kind: 'made' } | { readonly kind: 'taken'; readonly what: 'email' | 'domain' };

export async function makeAccount(
  { db, passwords, clock }: Pick<Deps, 'db' | 'passwords' | 'clock'>,
  wanted: NewAccount,
): Promise<NewAccountResult> {
  const passwordHash = await passwords.hash(wanted.password);
  const createdAt = clock.now();
  return db.transaction(async (tx) => {
    if ((await tx.$count(users, eq(users.email, wanted.email))) > 0) return { kind: 'taken', what: 'email' };
    if ((await tx.$count(domains, eq(domains.domain, wanted.domain))) > 0) return { kind: 'taken', what: 'domain' };
    const [account] = await tx.insert(accounts).values({ name: wanted.account, createdAt }).returning({ id: accounts.id });
    const [theme] = await tx.select({ id: themes.id }).from(themes).where(eq(themes.key, wanted.theme));
    if (!account) throw new Error('the account that was just made is not there');
    await tx.insert(users).values({ accountId: account.id, email: wanted.email, passwordHash, roles: ['administrator'], createdAt });
    const [website] = await tx
      .insert(websites)
      .values({ accountId: account.id, themeId: theme?.id ?? null, name: wanted.website, createdAt, updatedAt: createdAt })
      .returning({ id: websites.id });
    if (!website) throw new Error('the website that was just made is not there');
    await tx.insert(domains).values({ websiteId: website.id, domain: wanted.domain, isPrimary: true });
    await tx.insert(blocks).values(defaultBlocks(website.id, wanted.theme, createdAt));
    return { kind: 'made' };
  });
}
