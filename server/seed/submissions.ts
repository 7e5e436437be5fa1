import { eq } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { senderOf } from '../forms/sender.ts';
import { forms } from '../tables/content.ts';
import { submissions } from '../tables/submissions.ts';
import { dateOf, daysBefore, streets } from './names.ts';

/** More than one page of the list, and of the form that gets most. */
const seeded = 64;

const visitors = [
  'Alice Tran',
  'Bruno Keller',
  'Carla Mendes',
  'Deepa Iyer',
  'Erik Olsen',
  'Fiona Walsh',
  'George Papas',
  'Hana Suzuki',
  'Imran Shah',
] as const;

const messages: Readonly<Record<string, readonly [string, ...string[]]>> = {
  contact: [
    'Could somebody call me about selling next spring?',
    'We are moving from Perth in March and look for three bedrooms near a school.\n\nWhat should we know about the area?',
    'Is the office open on Saturdays?',
  ],
  appraisal: ['A renovated semi, two bedrooms, one car space.', 'We would like to know what our unit is worth before we refinance.'],
  newsletter: ['Please add me to the list.'],
  inspection: ['Can I see it on Thursday after work?', 'Is there a second inspection this week?'],
  maintenance: ['The hot water has been off since this morning.', 'The lock of the back door is stuck.'],
};

/** So many days ago the last submissions of the first form came: in each of eight weeks, which its details draw. */
const recentDays = [1, 2, 4, 8, 9, 12, 15, 16, 18, 22, 26, 29, 30, 37, 39, 44, 46, 52] as const;

/** What visitors have sent by the forms of a website: half of it by the first form. */
export async function seedSubmissions(tx: Database, websiteId: number, now: Date): Promise<void> {
  const known = await tx.select().from(forms).where(eq(forms.websiteId, websiteId)).orderBy(forms.id);
  const [first] = known;
  if (!first) return;
  const dateAt = (i: number) => {
    const days = i % 2 === 0 ? recentDays[(seeded - 2 - i) / 2] : undefined;
    return days === undefined ? dateOf(websiteId * 13 + i) : daysBefore(now, days, 7 * 60 + ((i * 211) % 800));
  };
  const rows = Array.from({ length: seeded }, (_, i) => {
    const form = i % 2 === 0 ? first : (known[1 + (Math.floor(i / 2) % (known.length - 1))] ?? first);
    const visitor = visitors[(i * 5) % visitors.length] ?? visitors[0];
    const texts = messages[form.name] ?? ['Hello.'];
    const address = { label: 'Address', value: `${((i * 7) % 180) + 1} ${streets[i % streets.length] ?? streets[0]}` };
    const payload = {
      name: { label: 'Name', value: visitor },
      email: { label: 'Email', value: `${visitor.toLowerCase().replace(' ', '.')}@mail.example` },
      ...(form.name === 'appraisal' || form.name === 'inspection' ? { address } : {}),
      message: { label: 'Message', value: texts[i % texts.length] ?? texts[0] },
    };
    return {
      websiteId,
      formId: form.id,
      formName: form.name,
      fields: Object.fromEntries(Object.entries(payload).map(([key, { value }]) => [key, value])),
      formattedPayload: payload,
      sentBy: senderOf(payload),
      createdAt: dateAt(i),
    };
  });
  await tx.insert(submissions).values(rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()));
}
