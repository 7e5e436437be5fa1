import { describe, expect, it } from 'vitest';
import type { Website } from '#contract/entities/website.ts';
import { searchResult } from './search-result.ts';

const website: Website = {
  id: '1',
  name: 'Bay Realty',
  theme_id: null,
  created_at: null,
  updated_at: null,
  deleted_at: null,
  domains: [{ id: '1', domain: 'www.bay.example', is_primary: true }],
};
const blank = { title: '', description: '', url: '' };

describe('searchResult', () => {
  it('replaces blank texts', () => {
    expect(searchResult(blank, website)).toMatchObject({ title: 'Bay Realty', address: 'www.bay.example' });
    expect(searchResult(blank, null)).toMatchObject({ title: 'Your website', address: 'www.your-website.example' });
  });

  it('replaces tags', () => {
    expect(searchResult({ ...blank, title: '%post_title% | %site_title%' }, website).title).toBe('A page of the website | Bay Realty');
  });

  it('cuts a text at a word, and counts all of it', () => {
    const result = searchResult({ ...blank, title: `${'word '.repeat(20)}end`, description: 'x'.repeat(171) }, website);
    expect(result.title).toBe(`${'word '.repeat(11)}word…`);
    expect(result.counters).toEqual([
      { label: 'Title', text: '103 / 60', over: true },
      { label: 'Description', text: '171 / 170', over: true },
    ]);
  });

  it.each([
    ['https://www.bay.example/sydney/homes?x=1#top', 'www.bay.example › sydney › homes'],
    ['https://www.bay.example/', 'www.bay.example'],
    ['javascript:alert(1)', 'www.bay.example'],
  ])('writes the address of %s as %s', (url, address) => {
    expect(searchResult({ ...blank, url }, website).address).toBe(address);
  });
});
