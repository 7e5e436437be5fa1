import { html } from 'hono/html';

/** A page with a title and one sentence, without script; with a link where one is given. */
export function plainPage(title: string, text: string, link?: { readonly href: string; readonly label: string }): ReturnType<typeof html> {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${link ? html`<p><a href="${link.href}">${link.label}</a></p>` : ''}
</main>
</body>
</html>
`;
}
