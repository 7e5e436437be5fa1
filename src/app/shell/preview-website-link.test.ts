import { describe, expect, it } from 'vitest';
import { previewUrl } from './preview-website-link.tsx';

describe('previewUrl', () => {
  it('is the domain itself', () => expect(previewUrl('northshore.example', '/sites')).toBe('https://northshore.example/'));
  it.each(['north.localhost', 'north.test'])('is under the sites for the local %s', (domain) =>
    expect(previewUrl(domain, '/sites')).toBe(`/sites/${domain}/`),
  );
  it.each(['javascript:alert(1)', 'a b', '', 'evil.example/x', '"><script>'])('is null for %j', (domain) =>
    expect(previewUrl(domain, '/sites')).toBeNull(),
  );
});
