import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { settingsScreen } from '#contract/settings/screen.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { SettingsFieldData } from './settings-fields.tsx';

vi.mock('./files-data.tsx', () => Promise.reject(new Error('offline')));
vi.mock('./choices-data.tsx', () => Promise.reject(new Error('offline')));
vi.mock('./settings-skeleton.tsx', () => ({ SettingsSkeleton: () => 'Loading', OutlineSkeleton: () => null }));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const screen = settingsScreen({
  id: 'logos',
  path: 'logos',
  title: 'Logos',
  category: 'style',
  sections: [
    {
      fields: [
        { kind: 'image', key: 'desktop_logo', label: 'Logo', accept: [] },
        { kind: 'menu', key: 'header_menu', label: 'Menu' },
        { kind: 'form', key: 'contact_form', label: 'Form' },
      ],
    },
  ],
});

it('shows the form also where the code for files, menus and forms does not load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const actor = createActor(settingsScreenMachine, { input: { websiteId: 'w1', screen } });
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () => {
    root.render(
      <SettingsFieldData actor={actor} websiteId="w1" screen={screen}>
        The form
      </SettingsFieldData>,
    );
  });
  await expect.poll(() => place.textContent).toBe('The form');
  act(() => root.unmount());
});
