import { expect, it } from 'vitest';
import { domains } from './domains.ts';
import { resources } from './index.gen.ts';
import { popups } from './popups.ts';
import { redirects } from './redirects.ts';
import { namingsOf } from './uses.ts';

const trigger = { type: 'form', form_id: '7', trigger_class: null, page_id: null, delay: 0 };

it.each([
  [
    'a domain by a redirect to it',
    domains,
    { id: '1', domain: 'bücher.example' },
    redirects,
    { redirects_to: 'https://bücher.example/a' },
    true,
  ],
  [
    'a domain in punycode',
    domains,
    { id: '1', domain: 'bücher.example' },
    redirects,
    { redirects_from: 'https://XN--bcher-kva.example' },
    true,
  ],
  ['another domain', domains, { id: '1', domain: 'a.example' }, redirects, { redirects_to: 'https://b.a.example/' }, false],
  ['a path', domains, { id: '1', domain: 'a.example' }, redirects, { redirects_to: '/a.example' }, false],
  ['a form by a popup that has it', { name: 'form' }, { id: '7' }, popups, { form_id: '7' }, true],
  ['a form by a trigger of a popup', { name: 'form' }, { id: '7' }, popups, { form_id: null, triggers: [trigger] }, true],
  ['another form', { name: 'form' }, { id: '8' }, popups, { form_id: '7', triggers: [trigger] }, false],
])('%s', (_, named, record, naming, values, isNamed) => {
  const found = namingsOf(named, resources).find(({ resource }) => resource === naming);
  expect(found?.names(values, record)).toBe(isNamed);
});

it('by a reference to its id, or to several', () => {
  const field = { kind: 'text', key: 'offices', label: 'Offices' } as const;
  const agents = { ...domains, name: 'agent', fields: [field], references: { offices: 'office' } };
  const [naming] = namingsOf({ name: 'office' }, [agents]);
  expect(['3', ['2', '3'], ['2'], null].map((offices) => naming?.names({ offices }, { id: '3' }))).toEqual([true, true, false, false]);
  expect(namingsOf({ name: 'agent' }, [agents])).toEqual([]);
});
