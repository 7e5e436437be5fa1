import postcss, { type AtRule, type Rule } from 'postcss';

/** Attributes that the page's own scripts set after it was rendered. */
const attributesSetLater = ['aria-busy', 'data-theme'];
/** States and parts that no element has before React has taken the page over. */
const statesOnlyLater = /:disabled|:indeterminate|:-moz-ui-invalid|::(?!before|after|selection)[\w-]+/u;

interface Markup {
  readonly classes: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' };
const decoded = (text: string) => text.replaceAll(/&(?:amp|quot|#x27|lt|gt);/gu, (entity) => entities[entity] ?? entity);

function readMarkup(html: string): Markup {
  const tags = [...html.matchAll(/<([a-z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/giu)];
  const attributes = tags.flatMap(([, , text = '']) => [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/gu)]);
  return {
    tags: new Set(['html', 'body', ...tags.map(([, tag = '']) => tag)]),
    attributes: new Set([...attributesSetLater, ...attributes.map(([, name = '']) => name.toLowerCase())]),
    classes: new Set(attributes.flatMap(([, name, value = '']) => (name === 'class' ? decoded(value).split(/\s+/u) : []))),
  };
}

const escaped = /\\(.)/gu;

/** Whether the selector may mean an element of the markup. Where that is not clear it does: a rule too many only costs its bytes. */
function mayMatch(selector: string, { classes, tags, attributes }: Markup): boolean {
  // Alternatives and exceptions demand nothing of every element.
  const demanded = selector.replaceAll(/:(?:is|where|not)\((?:[^()]|\([^()]*\))*\)/gu, '');
  const named = [...demanded.matchAll(/\.((?:\\.|[\w-])+)/gu)].map(([, name = '']) => name.replaceAll(escaped, '$1'));
  const bare = demanded.replaceAll(/\.(?:\\.|[\w-])+/gu, '');
  const asked = [...bare.matchAll(/\[([\w-]+)/gu)].map(([, name = '']) => name);
  const types = [...bare.replaceAll(/\[[^\]]*\]|::?[\w-]+/gu, '').matchAll(/[a-z][\w-]*/giu)].map(([tag]) => tag);
  return (
    !statesOnlyLater.test(bare) &&
    named.every((name) => classes.has(name)) &&
    asked.every((name) => attributes.has(name)) &&
    types.every((tag) => tags.has(tag))
  );
}

const isKeyframe = ({ parent }: Rule): boolean => parent !== undefined && 'name' in parent && /keyframes$/u.test(String(parent.name));
const isEmpty = (node: Rule | AtRule): boolean => node.nodes !== undefined && node.nodes.length === 0;

/** The rules of a style sheet that this markup needs, in their order and their layers, and the fonts that `isFontWanted` chooses by their rule. */
export function criticalCss(css: string, html: string, isFontWanted: (rule: string) => boolean): string {
  const markup = readMarkup(html);
  const sheet = postcss.parse(css);
  sheet.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    rule.selectors = rule.selectors.filter((selector) => mayMatch(selector, markup));
    if (rule.selectors.every((selector) => selector === '')) rule.remove();
  });
  sheet.walkAtRules((rule) => {
    if (rule.name === 'media' && rule.params === 'print') rule.remove();
    if (rule.name === 'font-face' && !isFontWanted(rule.toString())) rule.remove();
  });

  // A property that only another unused property reads is unused too.
  for (let removed = true; removed; ) {
    removed = false;
    const read = new Set([...sheet.toString().matchAll(/var\((--(?:\\.|[\w-])+)/gu)].map(([, name = '']) => name));
    sheet.walkDecls(/^--/u, (declaration) => {
      if (read.has(declaration.prop)) return;
      declaration.remove();
      removed = true;
    });
  }
  const animations = new Set<string>();
  sheet.walkDecls((declaration) => {
    if (/animation/u.test(declaration.prop)) for (const [word] of declaration.value.matchAll(/[\w-]+/gu)) animations.add(word);
  });
  sheet.walkAtRules(/keyframes$/u, (rule) => {
    if (!animations.has(rule.params)) rule.remove();
  });
  for (let removed = true; removed; ) {
    removed = false;
    sheet.walk((node) => {
      if ((node.type !== 'rule' && node.type !== 'atrule') || !isEmpty(node)) return;
      node.remove();
      removed = true;
    });
  }
  return sheet.toString();
}
