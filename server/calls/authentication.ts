import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { currentUser, login, logout } from '#contract/calls/authentication.ts';
import { requestPasswordReset, resetPassword } from '#contract/calls/password-reset.ts';
import { revokeSession } from '#contract/calls/sessions.ts';
import { limits } from '#contract/limits.ts';
import { limitedBy } from '../auth/client-address.ts';
import { countAttempt, refundAttempt } from '../auth/rate-limits.ts';
import { hashToken } from '../auth/tokens.ts';
import type { Database } from '../connect.ts';
import { type Deps, fingerprint } from '../deps.ts';
import { noSpaceError } from '../disk/disk-full.ts';
import { lacksRoom } from '../disk/writes.ts';
import { type Failure, fail, ok } from '../http/reply.ts';
import { purgeExpired } from '../purge.ts';
import { serve } from '../serve.ts';
import { passwordResets, tokens, users } from '../tables/identity.ts';
import { userAnswer } from './answers.ts';
import type { Mail } from '../mail/mailer.ts';

/**
 * `publicUrl` comes from the configuration: a link that is built from a request's Host header would send the token to any host that an
 * attacker names.
 */
function resetMail(publicUrl: string, email: string, token: string): Mail {
  const link = `${publicUrl}/forgot-password?token=${encodeURIComponent(token)}&email=${encodeURIComponent(email)}`;
  return {
    to: email,
    subject: 'Set a new password for Frontage',
    text: [
      'Someone asked to set a new password for this address.',
      '',
      'Open this link to choose one:',
      link,
      '',
      `It works once, for ${limits.resetTokenMinutes} minutes. If it was not you, ignore this mail: nothing has changed.`,
    ].join('\r\n'),
  };
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const hourSeconds = 3600;
const resetsPerHour = 5;
/** Where a user has many links, the last must be this old before another is sent. */
const resetMailMinutes = 2;
/** Longer than any browser's; a limit against a hostile header. */
const userAgentCharacters = 400;

function tooMany(retryAfterSeconds: number): Failure {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return fail('too_many_requests', `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
    retryAfterSeconds,
  });
}

function signInLimits(deps: Deps, email: string, address: string) {
  const quarterHour = 900;
  const client = limitedBy(address);
  return [
    { key: fingerprint(deps, 'sign-in', client), max: deps.config.signInAttemptsPerIp, windowSeconds: quarterHour },
    { key: fingerprint(deps, 'sign-in', email, client), max: deps.config.signInAttempts, windowSeconds: quarterHour },
  ] as const;
}

const signIn = serve(login, async ({ db, deps, now, body, address, userAgent }) => {
  const email = body.email.toLowerCase();
  const limited = signInLimits(deps, email, address);
  // Counted before the password is checked: parallel requests can't share one attempt.
  const wait = await countAttempt(db, limited, now);
  if (wait !== null) return tooMany(wait);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const matches = await deps.passwords.verify(user?.passwordHash, body.password);
  const refused = fail('invalid_credentials', 'Email or password is wrong.');
  if (!user || !matches) return refused;
  const token = deps.random.token();
  // A separate random value: neither can be derived from the other.
  const handle = deps.random.token();
  const expiresAt = new Date(now.getTime() + deps.config.sessionDays * dayMs);
  const opened = await db.transaction(async (tx) => {
    // A reset may have come while the password was hashed: it revoked every session, and must revoke this one too.
    const same = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash));
    const unchanged = await tx.select({ id: users.id }).from(users).where(same).for('share');
    if (unchanged.length > 0) {
      await tx.insert(tokens).values({
        hash: hashToken(token),
        userId: user.id,
        createdAt: now,
        expiresAt,
        revokeHash: hashToken(handle),
        userAgent: userAgent?.slice(0, userAgentCharacters) ?? null,
        address,
        lastSeenAt: now,
      });
      await endUnseenLongest(tx, user.id, hashToken(token));
    }
    return unchanged.length > 0;
  });
  if (!opened) return refused;
  await refundAttempt(db, limited);
  deps.background.run(() => purgeExpired(deps.db, now));
  return ok({ access_token: token, user: userAnswer(user), revoke_handle: handle });
});

/** Ends the user's sessions beyond the limit: those with the oldest last use. */
async function endUnseenLongest(tx: Database, userId: number, newest: string): Promise<void> {
  const others = and(eq(tokens.userId, userId), ne(tokens.hash, newest));
  const beyond = tx
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(others)
    .orderBy(sql`coalesce(${tokens.lastSeenAt}, ${tokens.createdAt}) desc`, tokens.hash)
    .offset(limits.sessionsPerUser - 1);
  await tx.delete(tokens).where(inArray(tokens.hash, beyond));
}

const signOut = serve(logout, async ({ db, user }) => {
  await db.delete(tokens).where(eq(tokens.hash, user.tokenHash));
  return ok({ ok: true });
});

const revoke = serve(revokeSession, async ({ db, deps, now, body, address }) => {
  const wait = await countAttempt(db, [{ key: fingerprint(deps, 'revoke', limitedBy(address)), max: 100, windowSeconds: 900 }], now);
  if (wait !== null) return tooMany(wait);
  await db.delete(tokens).where(eq(tokens.revokeHash, hashToken(body.handle)));
  return ok({ ok: true });
});

const whoAmI = serve(currentUser, async ({ user }) => ok(userAnswer(user)));

/**
 * The limits of one client. They are never counted by the mail address alone: otherwise anyone who knows an address could keep its owner
 * from getting a link.
 */
function resetLimits(deps: Deps, email: string, address: string) {
  const client = limitedBy(address);
  return [
    { key: fingerprint(deps, 'reset-from', client), max: 30, windowSeconds: hourSeconds },
    { key: fingerprint(deps, 'reset', email, client), max: resetsPerHour, windowSeconds: hourSeconds },
  ] as const;
}

const askForReset = serve(requestPasswordReset, async ({ db, deps, now, body, address }) => {
  const email = body.email.toLowerCase();
  const limited = resetLimits(deps, email, address);
  const wait = await countAttempt(db, limited, now);
  if (wait !== null) return tooMany(wait);
  // Not awaited: its duration would reveal whether a user has this address.
  if (deps.background.offer(() => mailReset(deps, email, now))) return ok({ ok: true });
  // The queue is full: a client that is asked to retry must find its attempt counted.
  await refundAttempt(db, limited);
  return fail('unavailable', 'Too many links are being sent. Try again in a moment.', { retryAfterSeconds: 5 });
});

/**
 * Both cases run the same queries and write a mail and a row, so that the next request waits equally long for the database after either.
 */
async function mailReset(deps: Deps, email: string, now: Date): Promise<void> {
  const { db } = deps;
  // Others may have been ahead of it in the queue for long.
  if (await lacksRoom(requestPasswordReset, deps)) throw noSpaceError();
  const [user] = await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.email, email));
  const token = deps.random.token();
  const mail = await deps.mailer.prepare(resetMail(deps.config.publicUrl, user?.email ?? email, token));
  try {
    const isMailed = await db.transaction(async (tx) => {
      const mails = (await mayMail(tx, user?.id ?? nobody, now)) && user !== undefined;
      const expiresAt = mails ? new Date(now.getTime() + limits.resetTokenMinutes * minuteMs) : now;
      await tx.insert(passwordResets).values({ hash: hashToken(token), userId: user?.id ?? null, expiresAt });
      return mails;
    });
    await (isMailed ? mail.send() : mail.discard());
  } catch (error) {
    await mail.discard();
    throw error;
  }
}

/** No user has this id: its queries take as long as a user's, and find nothing. */
const nobody = 0;

/**
 * Whether another link is sent. Somebody may be flooding a mailbox: beyond five valid links, one is sent only when the last is two minutes
 * old. A request in between gets none, because the mailbox has the last one, unused; every link stays valid until it expires or one is
 * used.
 */
async function mayMail(tx: Database, userId: number, now: Date): Promise<boolean> {
  // Requests for one user run this check one after the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const good = await tx
    .select({ expiresAt: passwordResets.expiresAt })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, now)))
    .orderBy(desc(passwordResets.expiresAt))
    .limit(resetsPerHour);
  const last = good[0]?.expiresAt.getTime() ?? 0;
  const fresh = now.getTime() + (limits.resetTokenMinutes - resetMailMinutes) * minuteMs;
  return good.length < resetsPerHour || last <= fresh;
}

const setPassword = serve(resetPassword, async ({ db, deps, now, body, address }) => {
  const wait = await countAttempt(db, [{ key: fingerprint(deps, 'reset-with', limitedBy(address)), max: 30, windowSeconds: 3600 }], now);
  if (wait !== null) return tooMany(wait);
  const refused = fail('reset_token_invalid', 'This link has expired or was used already. Ask for a new one.');
  const valid = and(eq(passwordResets.hash, hashToken(body.token)), gt(passwordResets.expiresAt, now));
  const [found] = await db
    .select({ userId: users.id })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(valid, eq(users.email, body.email.toLowerCase())));
  if (!found) return refused;
  const passwordHash = await deps.passwords.hash(body.new_password);
  return db.transaction(async (tx) => {
    // Deleting claims the token: of two requests with one token, only one finds the row.
    const claimed = await tx.delete(passwordResets).where(valid).returning({ hash: passwordResets.hash });
    if (claimed.length === 0) return refused;
    await tx.update(users).set({ passwordHash }).where(eq(users.id, found.userId));
    await tx.delete(passwordResets).where(eq(passwordResets.userId, found.userId));
    await tx.delete(tokens).where(eq(tokens.userId, found.userId));
    return ok({ ok: true });
  });
});

export const authenticationRoutes = [signIn, signOut, revoke, whoAmI, askForReset, setPassword];
