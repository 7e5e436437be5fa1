import { type FormField, formFieldDefaults, nameOfLabel } from '#contract/forms/form-field.ts';
import { readSubmission, type SentValues } from '#contract/forms/submission.ts';
import { toJson } from '#contract/json.ts';
import type { Database } from '../connect.ts';
import { senderOf } from '../forms/sender.ts';
import { actionRuns } from '../tables/action-runs.ts';
import { forms } from '../tables/content.ts';
import { formActions } from '../tables/form-actions.ts';
import { submissions } from '../tables/submissions.ts';
import { daysBefore, domainOf } from './names.ts';

const options = (...labels: readonly string[]): FormField['values'] => labels.map((label) => ({ value: label, label }));

const field = (type: FormField['type'], key: string, label: string, more: Partial<FormField> = {}): FormField => ({
  ...{ type, key, label, name: nameOfLabel(label) },
  ...formFieldDefaults,
  ...more,
});

const homes = options('14 Ocean Street', '87 Pittwater Road', '3/120 Military Road', '41 Bay Street');
const stays = options('6 months', '12 months', '24 months or longer');
const wishes = options('Pets allowed', 'A car space', 'Furnished', 'A garden');

/** Every kind of field that a form may have. */
export const rentalFields: readonly FormField[] = [
  field('heading', 'about_you', 'About you'),
  field('text', 'name', 'Full name', { required: true, placeholder: 'As on your identity card' }),
  field('email', 'email', 'Email', { required: true }),
  field('columns', 'break', ''),
  field('phone', 'phone', 'Phone', { help: 'We call between nine and five.' }),
  field('url', 'reference', 'Link to a reference', { placeholder: 'https://' }),
  field('heading', 'about_the_home', 'About the home'),
  field('select', 'home', 'Which home is it about?', { values: homes, required: true }),
  field('radio', 'stay', 'How long would you like to stay?', { values: stays, default: '12 months' }),
  field('date', 'from', 'From which day?', { required: true, width: 'half' }),
  field('number', 'people', 'How many people would live there?', { default: '2', width: 'half' }),
  field('checkboxes', 'wishes', 'What matters to you?', { values: wishes }),
  field('textarea', 'more', 'What else should we know?', { placeholder: 'Pets, instruments, a cot …' }),
  field('paragraph', 'note', '', { content: 'We answer within two working days, and ask for documents only after the inspection.' }),
  field('checkbox', 'agreed', 'You may ask my references', { required: true }),
];

const applicants = ['Alice Tran', 'Bruno Keller', 'Carla Mendes', 'Deepa Iyer', 'Erik Olsen', 'Fiona Walsh', 'Imran Shah'] as const;
const remarks = [
  'A quiet couple with a cello.',
  'Our dog is old and sleeps most of the day.',
  '',
  'We would like to see the laundry first.',
] as const;

const applications = 24;
const dayMs = 86_400_000;

/** One every other day, over the last seven weeks: by the number of the application. */
const sentAt = (now: Date, i: number): Date => daysBefore(now, (applications - i) * 2, 8 * 60 + ((i * 97) % 600));

function sentBy(i: number, at: Date): SentValues {
  const name = applicants[i % applicants.length] ?? applicants[0];
  const chosen = (values: FormField['values'], at: number) => values[at % values.length]?.value ?? '';
  const mailbox = name.toLowerCase().replace(' ', '.');
  return {
    ...{ name: [name], email: [`${mailbox}@mail.example`], phone: i % 3 === 0 ? [] : [`02 5550 ${String(2000 + i * 17)}`] },
    reference: i % 4 === 0 ? [`https://landlords.example/${mailbox}`] : [],
    ...{ home: [chosen(homes, i)], stay: [chosen(stays, i * 2)], people: [String(1 + (i % 4))] },
    from: [new Date(at.getTime() + (30 + i) * dayMs).toISOString().slice(0, 10)],
    wishes: wishes.filter((_, at) => (i + at) % 3 === 0).map(({ value }) => value),
    ...{ more: [remarks[i % remarks.length] ?? ''], agreed: ['on'] },
  };
}

/** A form with every kind of field and of action, what came by it, and what became of the mails: a newcomer can look at all of it. */
export async function seedRentalForm(tx: Database, websiteId: number, name: string, now: Date): Promise<void> {
  const host = `${domainOf(name)}.example`;
  const [form] = await tx
    .insert(forms)
    .values({
      ...{ websiteId, name: 'rental-application', label: 'Apply for a home', enableRecaptcha: true },
      description: 'Tell us who you are and which home you have in mind. It takes about three minutes.',
      fields: rentalFields.map(toJson),
      createdAt: daysBefore(now, applications * 2 + 3, 9 * 60),
    })
    .returning({ id: forms.id });
  if (!form) throw new Error('the form that was just made is not there');
  const common = { websiteId, formId: form.id, createdAt: daysBefore(now, applications * 2 + 2, 9 * 60) };
  const [team, landlords] = await tx
    .insert(formActions)
    .values([
      {
        ...{ ...common, name: 'Tell the rentals team', type: 'email', position: 1, emailTo: `rentals@${host}`, emailReplyTo: '{{email}}' },
        ...{ emailSubject: 'Application for {{home}}', emailMessage: '{{name}} would like to move in on {{from}}.' },
        includeSubmissionData: true,
      },
      {
        ...{ ...common, name: 'Tell the landlords', type: 'email', position: 2, emailTo: `landlords@${host}` },
        ...{ emailSubject: 'An application for {{home}}' },
        emailMessage: `{{name}} has applied for {{home}}, for {{stay}}.\n\nWe tell you more after the inspection.\n\n${name}`,
      },
      {
        ...{ ...common, name: 'Thank the applicant', type: 'success', position: 3 },
        successMessage: 'Thank you. We answer within two working days.',
      },
      // The first of message and page is what a visitor sees.
      {
        ...{ ...common, name: 'Lead to the homes for rent instead', type: 'redirect', position: 4 },
        redirectUrl: `https://www.${host}/listings?type=rental`,
      },
    ])
    .returning({ id: formActions.id, name: formActions.name });
  const stored = await tx
    .insert(submissions)
    .values(
      Array.from({ length: applications }, (_, i) => {
        const createdAt = sentAt(now, i);
        const { fields, payload } = readSubmission(rentalFields, sentBy(i, createdAt));
        return {
          websiteId,
          formId: form.id,
          formName: 'rental-application',
          fields,
          formattedPayload: payload,
          sentBy: senderOf(payload),
          createdAt,
        };
      }),
    )
    .returning({ id: submissions.id, at: submissions.createdAt });
  // All mails were sent but one: nothing waits, or a demo would begin with mails.
  await tx.insert(actionRuns).values(
    stored.flatMap(({ id, at }, i) =>
      [team, landlords].flatMap((action) => {
        if (!action) return [];
        const isRefused = i === applications - 4 && action === landlords;
        const end = isRefused ? { state: 'failed', lastError: 'The mail server refused it: 550 No such mailbox' } : { state: 'sent' };
        return [{ submissionId: id, actionId: action.id, actionName: action.name, attempts: 1, nextAt: at, ...end }];
      }),
    ),
  );
}
