import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forms } from '../tables/content.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const liveMb = () => {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
};

const websiteId = 1;

async function formWith(rows: number): Promise<number> {
  const { db } = harness.deps;
  const [form] = await db.select().from(forms).where(eq(forms.websiteId, websiteId)).limit(1);
  if (!form) throw new Error('The website has no form.');
  const { id: _, ...copied } = form;
  const [made] = await db
    .insert(forms)
    .values({ ...copied, name: `of ${rows}` })
    .returning({ id: forms.id });
  await db.execute(sql`
    insert into submissions (website_id, form_id, form_name, fields, formatted_payload, created_at)
    select ${websiteId}, ${made?.id}, 'F', '{}',
      json_build_object(
        'name', json_build_object('label', 'Name', 'value', 'Visitor ' || n),
        'message', json_build_object('label', 'Message', 'value', repeat('x', 300))
      ), now()
    from generate_series(1, ${rows}) as n`);
  return made?.id ?? 0;
}

/** Reads the whole table as a client does, and keeps nothing of it. Returns its lines, and by how much the live heap grew meanwhile. */
async function exported(formId: number, token: string) {
  const answer = await harness.app.request(`/api/websites/${websiteId}/submissions/${formId}/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.body) throw new Error('There is no body.');
  const before = liveMb();
  let [lines, chunks, most, bytes] = [0, 0, 0, 0];
  for await (const chunk of answer.body) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    bytes += chunk.byteLength;
    chunks += 1;
    if (chunks % 20 === 0) most = Math.max(most, liveMb() - before);
  }
  return { lines, mb: bytes / 1e6, grownMb: Math.max(most, liveMb() - before) };
}

it('a table of 100,000 submissions takes no more memory than one of 1,000', async () => {
  const token = await harness.signIn();
  const few = await exported(await formWith(1_000), token);
  const many = await exported(await formWith(100_000), token);
  process.stdout.write(
    `Export: live heap +${few.grownMb.toFixed(1)} MB for 1,000 submissions, +${many.grownMb.toFixed(1)} MB for 100,000 (${many.mb.toFixed(0)} MB of CSV)\n`,
  );
  expect([few.lines, many.lines]).toEqual([1_001, 100_001]);
  expect(many.grownMb - few.grownMb).toBeLessThan(8);
});
