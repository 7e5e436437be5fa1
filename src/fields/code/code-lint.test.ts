import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { EditorState, type Extension } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { syntaxProblems } from './code-lint.ts';

const problems = (doc: string, language: Extension) => syntaxProblems(EditorState.create({ doc, extensions: [language] }));

describe('syntaxProblems', () => {
  it.each([
    ['css', 'a { color: red }\n@media print { a { color: black } }', css()],
    ['html', '<!-- tag --><script>const a = { b: 1 };</script>\n<p class="x">Text<br></p>', html()],
    ['html that is blank', ' \n', html()],
    ['html without a page around it', '<meta name="a" content="b">\n<script src="/a.js" async></script>', html()],
    ['javascript', 'export const f = (a) => a + 1;', javascript()],
  ])('finds nothing in sound %s', (_, doc, language) => expect(problems(doc, language)).toEqual([]));

  it.each([
    ['css', 'a { color: red;', css()],
    ['css with a stray bracket', 'a { color: red } }', css()],
    ['html with a wrong end', '<div><p>Text</div></section>', html()],
    ['a script inside html', '<script>const a = (1;</script>', html()],
    ['javascript', 'const = 1;', javascript()],
  ])('reports broken %s, inside the text', (_, doc, language) => {
    const found = problems(doc, language);
    expect(found.length).toBeGreaterThan(0);
    for (const { from, to, message } of found) {
      expect(from).toBeLessThanOrEqual(to);
      expect(to).toBeLessThanOrEqual(doc.length);
      expect(message).toMatch(/\.$/);
    }
  });

  it('says which text it means', () => expect(problems('<p>x</p></b>', html())[0]?.message).toBe('“</b>” closes nothing that is open.'));

  it('stops after twenty, whatever the text', () => expect(problems(') '.repeat(500), javascript()).length).toBeLessThanOrEqual(20));
});
