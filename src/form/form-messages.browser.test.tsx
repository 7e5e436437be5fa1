import { useSelector } from '@xstate/react';
import { expect, it } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import { settingsScreen } from '#contract/settings/screen.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { snapshotOf } from '#machines/settings-screen/settings-screen.paths.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { startMachine } from '#machines/testing/start-machine.ts';
import { FormMessages } from './form-messages.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const at = rootForEach();

const screen = settingsScreen({
  id: 'code',
  path: 'code',
  title: 'Code',
  category: 'css',
  sections: [
    {
      fields: [
        { kind: 'code', language: 'css', key: 'css', label: 'Custom CSS' },
        { kind: 'email', key: 'email', label: 'Email' },
      ],
    },
  ],
});

function Form({ actor }: { readonly actor: ActorRefFrom<typeof settingsScreenMachine> }) {
  const view = settingsScreenView(useSelector(actor, (snapshot) => snapshot));
  return (
    <>
      <input aria-label="Somewhere else" />
      <textarea id="css" aria-label="Custom CSS" />
      <FormMessages actor={actor} view={view} onSave={() => actor.send({ type: 'save.requested' })} />
    </>
  );
}

async function open() {
  const { actor, answer } = startMachine(settingsScreenMachine, { websiteId: '5', screen });
  await answer('loadSettings', { kind: 'loaded', snapshot: snapshotOf({}) });
  at.root.render(<Form actor={actor} />);
  const focusElsewhere = () => at.place.querySelector('input')?.focus();
  return {
    type(key: string, value: string) {
      focusElsewhere();
      actor.send({ type: 'field.changed', key, value });
      if (key === 'css') actor.send({ type: 'code.checked', key, text: value, problems: [{ line: 1, column: 1, message: 'No.' }] });
    },
    blur: (key: string) => actor.send({ type: 'field.blurred', key }),
    save: () => actor.send({ type: 'save.requested' }),
  };
}

const messages = () => [...at.place.querySelectorAll('[data-error-summary]')].map((message) => message.ariaLabel);
const focused = () => document.activeElement?.ariaLabel;
const ofErrors = 'What needs another look';
const ofCode = 'Code that does not parse';

it('a message takes the focus once for each Save, and not when it comes back during typing', async () => {
  const { type, save } = await open();
  type('css', 'a {');
  save();
  await expect.poll(focused).toBe(ofCode);
  type('css', 'a { b');
  await expect.poll(messages).toEqual([]);
  type('css', 'a {');
  await expect.poll(messages).toEqual([ofCode]);
  expect(focused()).toBe('Somewhere else');
  type('css', 'a { c');
  save();
  await expect.poll(focused).toBe(ofCode);
});

it('errors that come back when their field is left do not take the focus from the next one', async () => {
  const { type, blur, save } = await open();
  type('email', 'nowhere');
  save();
  await expect.poll(focused).toBe(ofErrors);
  type('email', 'a@b.test');
  await expect.poll(messages).toEqual([]);
  type('email', 'a@b.test;');
  blur('email');
  await expect.poll(messages).toEqual([ofErrors]);
  expect(focused()).toBe('Somewhere else');
});

it('what prevents the Save has the focus, rather than the code that it would warn of', async () => {
  const { type, save } = await open();
  type('css', 'a {');
  save();
  await expect.poll(focused).toBe(ofCode);
  type('email', 'nowhere');
  save();
  await expect.poll(messages).toEqual([ofErrors, ofCode]);
  await expect.poll(focused).toBe(ofErrors);
});

it('Save anyway goes with its message, and gives the focus to the code', async () => {
  const { type, save } = await open();
  type('css', 'a {');
  save();
  await expect.poll(focused).toBe(ofCode);
  const anyway = [...at.place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save anyway');
  anyway?.focus();
  anyway?.click();
  await expect.poll(messages).toEqual([]);
  expect(focused()).toBe('Custom CSS');
});
