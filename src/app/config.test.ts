import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const page = (content: string | null) => ({ querySelector: () => (content === null ? null : { getAttribute: () => content }) });

it('reads the settings of an installation, and uses defaults for the rest', () => {
  expect(readConfig(page('{"apiBase":"https://api.test/v1","supportUrl":"mailto:help@test.test"}'))).toMatchObject({
    apiBase: 'https://api.test/v1',
    supportUrl: 'mailto:help@test.test',
    cmsBase: '/cms',
  });
});

it('opens with the defaults whatever the page holds', () => {
  const defaults = readConfig(page(null));
  for (const broken of [
    '',
    '{',
    '[]',
    'null',
    '{"apiBase":7}',
    '{"supportUrl":"javascript:alert(1)"}',
    '{"salesUrl":"java\\nscript:alert(1)"}',
  ])
    expect(readConfig(page(broken))).toEqual(defaults);
});
