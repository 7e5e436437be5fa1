import { describe, expect, it } from 'vitest';
import { navigation } from '../navigation.ts';
import { editSeoOf, seoPath, seoPathOf } from './messages.ts';
import { framedScreenOf, framedScreens } from './screens.ts';

describe('framed screens', () => {
  it('have one path each, and a title that the navigation has too', () => {
    expect(new Set(framedScreens.map(({ path }) => path)).size).toBe(framedScreens.length);
    const entries = navigation.flatMap(({ sections }) => sections.flatMap((section) => section.entries));
    for (const { path, title } of framedScreens) {
      const entry = entries.find((each) => each.path === path);
      if (path !== 'content/manual-listings-wordpress') expect(entry?.label, path).toBe(title);
    }
  });

  it('own the paths below them, and no other', () => {
    expect(framedScreenOf('content/posts/seo/post/12')?.path).toBe('content/posts');
    expect(framedScreenOf('content/manual-listings-wordpress')?.app).toBe('cms');
    expect(framedScreenOf('menu-settings')).toBeNull();
  });
});

describe('a message from a frame', () => {
  const window = {};
  const sender = { origin: 'https://cms.example', window };
  const data = { type: 'edit_seo', post_type: 'post', post_id: 12 };
  const received = { origin: 'https://cms.example', source: window, data };

  it('names the page whose SEO is edited', () => {
    expect(editSeoOf(received, sender)).toEqual({ post_type: 'post', post_id: '12' });
    expect(editSeoOf({ ...received, data: { ...data, post_id: '12' } }, sender)).toEqual({ post_type: 'post', post_id: '12' });
  });

  it('may have the title of the page, which names nothing', () => {
    const titled = (title: unknown) => editSeoOf({ ...received, data: { ...data, post_title: title } }, sender);
    expect(titled(' Renting with pets ')).toEqual({ post_type: 'post', post_id: '12', post_title: 'Renting with pets' });
    for (const title of ['', 7, null, 'x'.repeat(201)]) expect(titled(title)).toEqual({ post_type: 'post', post_id: '12' });
  });

  it.each([
    ['another origin', { ...received, origin: 'https://cms.example.evil' }],
    ['another window of the origin', { ...received, source: {} }],
    ['another type', { ...received, data: { ...data, type: 'edit' } }],
    ['no page', { ...received, data: { ...data, post_id: 0 } }],
    ['a path for an id', { ...received, data: { ...data, post_id: '1/../2' } }],
    ['a path for a type', { ...received, data: { ...data, post_type: '../x' } }],
    ['a text', { ...received, data: 'edit_seo' }],
  ])('from %s, or with it, is ignored', (_, other) => {
    expect(editSeoOf(other, sender)).toBeNull();
  });

  it('is ignored while there is no frame', () => {
    expect(editSeoOf({ ...received, source: null }, { ...sender, window: null })).toBeNull();
  });
});

describe('the path of a dialog', () => {
  it('names its page, and no other path does', () => {
    const post = { post_type: 'post', post_id: '12' };
    expect(seoPathOf(seoPath(post))).toEqual(post);
    for (const rest of ['', 'seo', 'seo/post', 'seo/post/0', 'seo/post/12/x', 'seo/../12', 'x/post/12']) expect(seoPathOf(rest)).toBeNull();
  });
});
