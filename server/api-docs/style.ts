/** The page's whole style: no file of its own, so that the policy needs only its hash. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #14171c);
  --raised: light-dark(#f4f6f8, #1d2127);
  --line: light-dark(#d5dbe1, #353c45);
  --text: light-dark(#1b2229, #e7ebef);
  --quiet: light-dark(#56616c, #a3aeb9);
  --link: light-dark(#0b5cad, #7ab7f5);
  --get: light-dark(#0b6b3a, #7bd3a0);
  --change: light-dark(#8a4b00, #f0b866);
  --remove: light-dark(#a8192c, #ff9aa2);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 0.25rem; }
code, .path { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
.page { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 0.5rem; scroll-margin-top: 1rem; }
.list-heading { font-size: 1rem; margin: 1.5rem 0 0.25rem; }
h4 { font-size: 0.875rem; margin: 1rem 0 0.25rem; color: var(--quiet); }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; margin: 1rem 0; }
nav a { display: inline-block; padding: 0.25rem 0; }
.call { border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem; margin: 1rem 0; scroll-margin-top: 1rem; }
.call:target { border-color: var(--link); }
li:target { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 0.25rem; scroll-margin-top: 1rem; }
.call h3 { font-size: 1rem; margin: 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; }
.call h3 a { color: inherit; text-decoration: none; }
.call h3 a:hover { text-decoration: underline; }
.call p { margin: 0.5rem 0; }
.method { font: 700 0.8125rem/1.5 ui-monospace, monospace; border: 1px solid currentColor; border-radius: 0.25rem; padding: 0 0.4rem; }
.get { color: var(--get); }
.post, .put, .patch { color: var(--change); }
.delete { color: var(--remove); }
.quiet, .operation { color: var(--quiet); font-weight: 400; font-size: 0.875rem; }
.properties { list-style: none; margin: 0; padding: 0; }
.properties .properties { margin: 0.25rem 0 0.25rem 0.25rem; padding-left: 0.75rem; border-left: 2px solid var(--line); }
.properties li { padding: 0.2rem 0; }
.name { font-weight: 600; }
.type, .limits { color: var(--quiet); font-size: 0.875rem; overflow-wrap: anywhere; }
.limits::before { content: '· '; }
.required { font-size: 0.75rem; font-weight: 600; color: var(--change); }
.text { display: block; font-size: 0.875rem; }
details { margin: 0.75rem 0 0; background: var(--raised); border-radius: 0.375rem; padding: 0.25rem 0.75rem; }
summary { cursor: pointer; padding: 0.35rem 0; font-weight: 600; font-size: 0.875rem; }
details > :last-child { margin-bottom: 0.5rem; }
.errors { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; list-style: none; padding: 0; margin: 0; }
@media (min-width: 64rem) {
  .page { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 3rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
  nav ul { flex-direction: column; gap: 0; }
}
`;
