import type { Page } from 'playwright';
import { settingsScreens } from '#contract/settings/index.ts';
import { type SettingsScreen, shownSections } from '#contract/settings/screen.ts';
import { websiteId } from '../ready-conditions.ts';
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
  failProbing,
  failReading,
  fillStorage,
  refuseRecord,
  refuseSave,
  saveNothing,
  saveRecord,
  showAnotherSession,
  showUnused,
  submitEmpty,
} from './provoke.ts';

/** The states in which a screen is tested. */
export const states = ['filled', 'empty', 'error', 'offline'] as const;
export type State = (typeof states)[number];

export interface ScreenEntry {
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
  /** States besides filled and offline, and how each is reached: before the visit, or on the open screen. */
  readonly empty?: { readonly before: (page: Page) => Promise<void> };
  readonly error?: {
    readonly before?: (page: Page) => Promise<void>;
    readonly act: (page: Page) => Promise<void>;
    readonly opensDialog?: true;
  };
  /** The screen below belongs to another row of the table: only the state over it is checked. */
  readonly dialogOnly?: boolean;
  /** Opens without a network once it has been visited. */
  readonly offline: boolean;
}

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
  },
  {
    name: 'sessions',
    path: '/sessions',
    signedIn: true,
    offline: true,
    empty: { before: (page) => answerEmpty(page, '**/api/user/sessions?*') },
    error: {
      before: (page) => failReading(page, '**/api/user/sessions?*'),
      act: (page) => page.getByRole('alert').waitFor(),
    },
  },
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
  { name: 'files-no-match', path: `/website/${websiteId}/files?q=zzzzzz`, signedIn: true, offline: false },
  {
    name: 'redirects',
    path: `/website/${websiteId}/admin/redirects`,
    signedIn: true,
    offline: true,
    empty: { before: (page) => answerEmpty(page, '**/api/websites/*/redirects?*') },
    error: { before: (page) => failReading(page, '**/api/websites/*/redirects?*'), act: (page) => page.getByRole('alert').waitFor() },
  },
  { name: 'redirects-no-match', path: `/website/${websiteId}/admin/redirects?q=zzzzzz`, signedIn: true, offline: false },
  // Changed without a connection: the rows show pending changes.
  {
    name: 'redirects-pending',
    path: `/website/${websiteId}/admin/redirects`,
    signedIn: true,
    offline: false,
    dialogOnly: true,
    error: { act: changeOffline },
  },
  {
    name: 'redirects-delete',
    path: `/website/${websiteId}/admin/redirects`,
    signedIn: true,
    offline: false,
    dialogOnly: true,
    error: { act: askToDeleteRecords, opensDialog: true },
  },
  {
    name: 'redirect-new',
    path: `/website/${websiteId}/admin/redirects/new`,
    signedIn: true,
    offline: true,
    error: { act: saveNothing, opensDialog: true },
  },
  {
    name: 'redirect-edit',
    path: `/website/${websiteId}/admin/redirects/edit/1`,
    signedIn: true,
    offline: true,
    error: {
      before: (page) => refuseRecord(page, 'redirects_from'),
      act: (page) => saveRecord(page, '/blog/feed'),
      opensDialog: true,
    },
  },
  // Of another application: its page is left out, and without a connection there is none.
  {
    name: 'framed',
    path: `/website/${websiteId}/content/posts`,
    signedIn: true,
    offline: true,
    error: { before: failProbing, act: (page) => page.getByRole('alert').waitFor() },
  },
  // With a secret, and offline.
  { name: 'user-new', path: `/website/${websiteId}/admin/users/new`, signedIn: true, offline: true },
  // With actions at the rows, and warnings.
  { name: 'syncs', path: '/account/syncs', signedIn: true, offline: true },
  { name: 'sync-new', path: '/account/syncs/new', signedIn: true, offline: false, error: { act: saveNothing, opensDialog: true } },
  {
    name: 'submissions',
    path: `/website/${websiteId}/submissions?form_id=3`,
    signedIn: true,
    offline: false,
    empty: { before: (page) => answerEmpty(page, '**/api/websites/*/submissions?*') },
  },
  { name: 'submission-view', path: `/website/${websiteId}/submissions/1`, signedIn: true, offline: false },
  { name: 'listing-sources', path: `/website/${websiteId}/admin/listing-sources`, signedIn: true, offline: false },
  { name: 'listing-source-add', path: `/website/${websiteId}/admin/listing-sources/add`, signedIn: true, offline: false },
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

export function statesOf(screen: ScreenEntry): readonly State[] {
  return states.filter((state) =>
    state === 'filled' ? !screen.dialogOnly : state === 'offline' ? screen.offline : screen[state] !== undefined,
  );
}
