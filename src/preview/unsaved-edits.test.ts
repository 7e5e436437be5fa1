import { enabledKey } from '#contract/blocks/block-screen.ts';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import { settingsScreen } from '#contract/settings/screen.ts';
import { emptyContext } from '#machines/settings-screen/settings-screen.empty.ts';
import { change } from '#machines/settings-screen/settings-screen.operations.ts';
import { expect, it } from 'vitest';
import { editsOfBlock, editsOfScreen, withEdits } from './unsaved-edits.ts';

const screen = settingsScreen({
  id: 'block/7',
  path: 'design/homepage/blocks/7',
  title: 'Banner',
  category: 'style',
  sections: [
    {
      fields: [
        { kind: 'checkbox', key: enabledKey, label: 'Enabled', default: true },
        { kind: 'text', key: 'title', label: 'Title' },
        { kind: 'color', key: 'tint', label: 'Tint', default: '#000000' },
        { kind: 'images', key: 'pictures', label: 'Pictures', accept: ['png'] },
        { kind: 'text', key: 'token', label: 'Token', secret: true },
      ],
    },
  ],
});
const empty = emptyContext({ websiteId: 'w1', screen });
const request: PreviewRequest = {
  component: 'index.twig',
  settings: { site_title: ['Pending'] },
  theme_settings: { '7': { subtitle: ['Pending'] } },
  data: { theme: 'byron', blocks: [{ id: '7', key: 'banner', label: 'Banner', enabled: true, priority: 1 }] },
};

it('shows what a form would save: changed, valid, and no secret', () => {
  let typed = change(empty, 'title', 'Hello');
  typed = change(typed, 'tint', '#12');
  typed = change(typed, 'token', 'secret');
  typed = change(typed, 'pictures', ['3', '4']);
  expect(editsOfScreen(typed)).toEqual({ settings: { title: ['Hello'], pictures: ['3', '4'] } });
});

it('separates a block’s own Enabled from its settings', () => {
  const typed = change(change(empty, enabledKey, false), 'title', 'Hello');
  expect(editsOfBlock(typed, '7')).toEqual({ block: { id: '7', enabled: false, settings: { title: ['Hello'] } } });
  expect(editsOfBlock(empty, '7')).toEqual({ block: { id: '7', enabled: null, settings: {} } });
});

it('applies what is typed to pending changes', () => {
  const edits = { settings: { site_title: ['Typed'] }, block: { id: '7', enabled: null, settings: { title: ['Typed'] } } };
  expect(withEdits(request, edits)).toEqual({
    request: {
      component: 'index.twig',
      settings: { site_title: ['Typed'] },
      theme_settings: { '7': { subtitle: ['Pending'], title: ['Typed'] } },
      data: { theme: 'byron', blocks: [{ id: '7', key: 'banner', label: 'Banner', enabled: true, priority: 1 }] },
    },
    ghost: null,
  });
  expect(withEdits(request, {})).toEqual({ request, ghost: null });
});

it('shows a hidden block while it is edited, and only then', () => {
  const enabledIn = ({ request: { data } }: ReturnType<typeof withEdits>) => data?.blocks?.map(({ enabled }) => enabled);
  const edit = (id: string, enabled: boolean | null) => ({ block: { id, enabled, settings: {} } });
  const [banner] = request.data?.blocks ?? [];
  if (!banner) throw new Error('there is no block');
  const hidden: PreviewRequest = {
    ...request,
    data: {
      blocks: [
        { ...banner, enabled: false },
        { ...banner, id: '8', enabled: false },
      ],
    },
  };
  expect(enabledIn(withEdits(hidden, {}))).toEqual([false, false]);
  expect(withEdits(hidden, edit('7', null)).ghost).toBe('7');
  expect(enabledIn(withEdits(hidden, edit('7', null)))).toEqual([true, false]);
  expect(withEdits(hidden, edit('7', true)), 'Enabled is ticked, and not saved').toMatchObject({ ghost: null });
  expect(withEdits(request, edit('7', false)), 'Enabled is unticked, and not saved').toMatchObject({ ghost: '7' });
  expect(enabledIn(withEdits(request, edit('7', false)))).toEqual([true]);
});

it('adds a popup to the page, beside what else is typed', () => {
  const popup = { type: 'banner', title: 'T', content: null, position: 'top', size: null, form_id: null, css_class: null } as const;
  expect(withEdits(request, { popup })).toEqual({ request: { ...request, data: { ...request.data, popup } }, ghost: null });
  expect(withEdits(request, { popup, block: { id: '7', enabled: null, settings: {} } }).request.data).toEqual({ ...request.data, popup });
});
