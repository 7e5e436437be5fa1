import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { codeLint } from './code-lint.ts';
import { tabIndents } from './tab-indents.ts';
import { codeHighlight, codeTheme } from './code-theme.ts';

export type CodeLanguage = 'css' | 'html' | 'javascript' | 'json' | 'text';

const languages: Readonly<Record<CodeLanguage, () => Extension>> = {
  css,
  html: () => html(),
  javascript: () => javascript(),
  // For its colours: the field itself says where the text is not JSON.
  json: () => javascript(),
  text: () => [],
};

/** Whether syntax errors are marked. JSON has an error at its field instead. */
export const isLinted = (language: CodeLanguage): boolean => language !== 'text' && language !== 'json';

/** The extensions that never change while the editor is mounted. Escape, then Tab, leaves the editor in spite of `indentWithTab`. */
export function codeSetup(language: CodeLanguage): Extension {
  return [
    lineNumbers(),
    foldGutter(),
    codeFolding(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorView.lineWrapping,
    syntaxHighlighting(codeHighlight),
    codeTheme,
    languages[language](),
    isLinted(language) ? codeLint() : [],
    keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, ...(tabIndents(language) ? [indentWithTab] : [])]),
  ];
}
