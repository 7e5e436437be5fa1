import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Content, ContentKind } from './content.ts';

type Html = ReturnType<typeof html>;

const style = `
:root { color-scheme: light dark; --line: light-dark(#d6dcde, #3a4447); --soft: light-dark(#5a6669, #a3afb2); --link: light-dark(#0b5c6b, #7fd0de); }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.25rem; font: 0.875rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #171c1e); color: light-dark(#161d1f, #e8edee); }
main { max-width: 60rem; margin: 0 auto; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
ul { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; padding: 0.625rem 0; border-bottom: 1px solid var(--line); }
li > :first-child { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) {
  li:has(button) > .name { flex-basis: 100%; }
  li:has(button) > .soft { margin-inline-end: auto; }
}
img { width: 4rem; height: 3rem; object-fit: cover; border-radius: 0.25rem; background: var(--line); }
.name { display: flex; align-items: center; gap: 0.75rem; }
.soft, dt { color: var(--soft); }
a { color: var(--link); }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.5rem 1.25rem; margin: 0 0 1.25rem; }
dd { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
button { padding: 0.375rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button:hover { background: light-dark(#f1f4f5, #232b2d); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;

/** Asks the console, which frames the page, for a post's SEO dialog. Who may frame it is limited by `frame-ancestors`. */
const script = `document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-seo-type]') : null;
  if (!button) return;
  const { seoType, seoId, seoTitle } = button.dataset;
  parent.postMessage({ type: 'edit_seo', post_type: seoType, post_id: Number(seoId), post_title: seoTitle }, '*');
});`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of every page of the stand-ins: nothing runs or styles but what is written here. `plainPage` has a style of its own. */
export const embedPolicy = (framers: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framers}`,
  ].join('; ');

function page(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
<script>${raw(script)}</script>
</body>
</html>
`;
}

function seoButton({ postType }: ContentKind, { id, name }: Content, isNamed: boolean): Html | '' {
  if (postType === null) return '';
  const label = isNamed ? html`aria-label="Edit SEO: ${name}"` : '';
  return html`<button type="button" data-seo-type="${postType}" data-seo-id="${id}" data-seo-title="${name}" ${label}>Edit SEO</button>`;
}

/** `hrefOf`: the address of a record's page; null where it has none. */
export function listPage(kind: ContentKind, contents: readonly Content[], hrefOf: (content: Content) => string | null): Html {
  const rows = contents.map((content) => {
    const { name, note, picture } = content;
    const href = hrefOf(content);
    return html`<li>
<span class="name">${picture === undefined ? '' : html`<img src="${picture}" alt="" loading="lazy">`}${href === null ? name : html`<a href="${href}">${name}</a>`}</span>
<span class="soft">${note}</span>
${seoButton(kind, content, true)}
</li>`;
  });
  return page(kind.title, rows.length === 0 ? html`<p class="soft">There is nothing here yet.</p>` : html`<ul>${rows}</ul>`);
}

export function detailPage(kind: ContentKind, content: Content, back: string): Html {
  const details = content.details.map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>`);
  return page(
    content.name,
    html`<dl>${details}</dl>
<p>${seoButton(kind, content, false)}</p>
<p><a href="${back}">Back to ${kind.title.toLowerCase()}</a></p>`,
  );
}
