import type { BlockModel, BlockValue, PageModel } from '../page-model.ts';

/** The page with other values in the first block of this key. */
export function withValues(page: PageModel, key: string, values: Readonly<Record<string, BlockValue>>): PageModel {
  const block = page.blocks.find((one) => one.key === key);
  return { ...page, blocks: page.blocks.map((one) => (one === block ? { ...one, values: { ...one.values, ...values } } : one)) };
}

/** The page with this block alone. */
export function alone(page: PageModel, key: string, more: Partial<BlockModel> = {}): PageModel {
  return { ...page, blocks: page.blocks.filter((one) => one.key === key).map((one) => ({ ...one, ...more })) };
}

/** Values that are no text: they select a template or branch, or have been validated before the page is made. */
const notText = new Set([
  'theme',
  'kind',
  'type',
  'url',
  'colors',
  'on',
  'custom',
  'canonical',
  'color',
  'hover',
  'behaviour',
  'blogFeature',
  'basePath',
]);

/** The page with another text for each of its texts, at any depth; links keep their scheme. */
export function withEveryText(page: PageModel, text: (before: string) => string): PageModel {
  return rewritten(page, '', text);
}

function rewritten<T>(value: T, key: string, text: (before: string) => string): T;
function rewritten(value: unknown, key: string, text: (before: string) => string): unknown {
  if (typeof value === 'string') return key === 'key' ? value : key === 'href' ? `/${text(value)}` : text(value);
  if (Array.isArray(value)) return value.map((item: unknown) => rewritten(item, key, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, notText.has(name) ? one : rewritten(one, name, text)]));
}
