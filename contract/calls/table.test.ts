import { describe, expect, it } from 'vitest';
import { fillPath, isServed } from './define.ts';
import { servedCalls } from './index.ts';

describe('the table of calls', () => {
  it('names each call once, and each method and path once', () => {
    const names = servedCalls.map((entry) => entry.name);
    const routes = servedCalls.map((entry) => `${entry.method} ${entry.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('lets no read wait in the outbox, and has the product’s paths', () => {
    for (const entry of servedCalls) if (entry.method === 'GET') expect(entry.waits, entry.name).toBe(false);
    const paths = servedCalls.map((entry) => entry.path);
    expect(paths).toContain('/website/{websiteId}/syncs');
    expect(paths).toContain('/websites/{websiteId}/blocks/create');
  });

  it('distinguishes served calls from declared ones', () => {
    expect(servedCalls.filter(isServed)).toEqual(servedCalls);
  });

  it('percent-encodes path parameters', () => {
    expect(fillPath('/websites/{websiteId}/settings/{selector}', { websiteId: '1', selector: '../x?y' })).toBe(
      '/websites/1/settings/..%2Fx%3Fy',
    );
    expect(() => fillPath('/a/{b}', {})).toThrow(RangeError);
  });
});
