import { settingsScreens } from '#contract/settings/index.ts';
import { type SettingsScreen, shownSections } from '#contract/settings/screen.ts';
import { websiteId } from '../ready-conditions.ts';
import type { ScreenEntry } from './entry.ts';
import { formEntries } from './form-entries.ts';
import { framedEntries } from './framed-entries.ts';
import { recordEntries } from './record-entries.ts';
import {
  addNothing,
  answerEmpty,
  askToDelete,
  askToDeleteFile,
  askToDeleteRecords,
  askToSignOutOthers,
  breakableField,
  breakField,
  breakSeo,
  changeOffline,
  failReading,
  fillStorage,
  holdReading,
  refuseSave,
  showAnotherSession,
  showUnused,
  submitEmpty,
} from './provoke.ts';

function settingsEntry(screen: SettingsScreen): ScreenEntry {
  const shown = shownSections(screen, { theme: 'versatile', value: () => undefined, setting: () => undefined });
  const broken = breakableField(shown.flatMap((section) => section.fields));
  return {
    name: screen.id,
    path: `/website/${websiteId}/${screen.path}`,
    signedIn: true,
    offline: true,
    empty: { before: (page) => answerEmpty(page, '**/api/websites/*/settings/*') },
    ...(broken ? { error: { before: (page) => refuseSave(page, broken.key), act: (page) => breakField(page, broken) } } : {}),
  };
}

/** A block of the seed, and a text in it. */
const editedBlock = { id: '3', field: { kind: 'text', key: 'title', label: 'Title' } } as const;

/** Every screen of the console, once: the screenshots and the accessibility tests go through the same list. */
export const screenTable: readonly ScreenEntry[] = [
  { name: 'sign-in', path: '/login', signedIn: false, offline: true, error: { act: (page) => submitEmpty(page, 'Sign in') } },
  {
    name: 'forgot-password',
    path: '/forgot-password',
    signedIn: false,
    offline: true,
    error: { act: (page) => submitEmpty(page, /reset|send/i) },
  },
  {
    name: 'reset-password',
    path: '/forgot-password?token=not-a-token&email=demo%40frontage.test',
    signedIn: false,
    offline: true,
    error: { act: (page) => submitEmpty(page, /reset|set|save|change/i) },
  },
  {
    name: 'websites',
    path: '/websites',
    signedIn: true,
    offline: true,
    empty: { before: (page) => answerEmpty(page, '**/api/websites?*') },
    error: { before: (page) => failReading(page, '**/api/websites?*'), act: (page) => page.getByRole('alert').waitFor() },
  },
  {
    name: 'sessions',
    path: '/sessions',
    signedIn: true,
    offline: true,
    loading: { before: (page) => holdReading(page, '**/api/user/sessions?*') },
    empty: { before: (page) => answerEmpty(page, '**/api/user/sessions?*') },
    error: {
      before: (page) => failReading(page, '**/api/user/sessions?*'),
      act: (page) => page.getByRole('alert').waitFor(),
    },
  },
  { name: 'state-flows', path: '/state-flows', signedIn: true, offline: true },
  { name: 'state-flow', path: '/state-flows/session?state=signedIn', signedIn: true, offline: true },
  // The confirmation before other sessions are ended, over the list.
  {
    name: 'sessions-end',
    path: '/sessions',
    signedIn: true,
    offline: false,
    dialogOnly: true,
    error: { before: (page) => showAnotherSession(page), act: (page) => askToSignOutOthers(page) },
  },
  { name: 'websites-no-match', path: '/websites?q=zzzzzz', signedIn: true, offline: false },
  ...settingsScreens.map(settingsEntry),
  {
    name: 'homepage',
    path: `/website/${websiteId}/design/homepage`,
    signedIn: true,
    offline: true,
    empty: { before: (page) => answerEmpty(page, '**/api/websites/*/blocks') },
    error: { act: addNothing, opensDialog: true },
  },
  {
    name: 'homepage-block',
    path: `/website/${websiteId}/design/homepage/blocks/${editedBlock.id}`,
    signedIn: true,
    offline: true,
    error: {
      before: (page) => refuseSave(page, editedBlock.field.key, '**/theme-settings/update'),
      act: (page) => breakField(page, editedBlock.field),
    },
  },
  { name: 'homepage-missing', path: `/website/${websiteId}/design/homepage/blocks/999999`, signedIn: true, offline: false },
  { name: 'homepage-add', path: `/website/${websiteId}/design/homepage/add`, signedIn: true, offline: false },
  // A block's dialogs over the list.
  {
    name: 'homepage-delete',
    path: `/website/${websiteId}/design/homepage`,
    signedIn: true,
    offline: false,
    dialogOnly: true,
    error: { act: (page) => askToDelete(page, 'Banner'), opensDialog: true },
  },
  {
    name: 'files',
    path: `/website/${websiteId}/files`,
    signedIn: true,
    offline: true,
    loading: { before: (page) => holdReading(page, '**/api/websites/*/files?*') },
    empty: { before: (page) => answerEmpty(page, '**/api/websites/*/files?*') },
    error: { before: (page) => fillStorage(page), act: (page) => page.getByText('Your account has no room for more files.').waitFor() },
  },
  // The delete of a file that the server refuses, over the list.
  {
    name: 'files-delete',
    path: `/website/${websiteId}/files`,
    signedIn: true,
    offline: false,
    dialogOnly: true,
    error: { before: (page) => showUnused(page), act: (page) => askToDeleteFile(page) },
  },
  {
    name: 'files-failed',
    path: `/website/${websiteId}/files`,
    signedIn: true,
    offline: false,
    notOnDevice: true,
    dialogOnly: true,
    error: { before: (page) => failReading(page, '**/api/websites/*/files?*'), act: (page) => page.getByRole('alert').waitFor() },
  },
  { name: 'files-no-match', path: `/website/${websiteId}/files?q=zzzzzz`, signedIn: true, offline: false },
  // Redirects that were changed without a connection: the rows show pending changes, and several are selected.
  {
    name: 'redirects-pending',
    path: `/website/${websiteId}/admin/redirects`,
    signedIn: true,
    offline: false,
    dialogOnly: true,
    error: { act: changeOffline, endsOffline: true },
  },
  {
    name: 'redirects-delete-several',
    path: `/website/${websiteId}/admin/redirects`,
    signedIn: true,
    offline: false,
    dialogOnly: true,
    error: { act: askToDeleteRecords, opensDialog: true },
  },
  ...recordEntries,
  ...framedEntries,
  ...formEntries,
  {
    name: 'seo-dialog',
    path: `/website/${websiteId}/content/posts/seo/post/4`,
    signedIn: true,
    offline: true,
    error: { act: breakSeo, opensDialog: true },
  },
  // Outside the shell: no chip there shows that the connection is lost.
  { name: 'not-found', path: '/no/such/page', signedIn: false, offline: true },
  { name: 'website-not-found', path: '/website/999999/marketing/social', signedIn: true, offline: false },
];
