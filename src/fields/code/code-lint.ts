import { ensureSyntaxTree } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** More than this is one broken bracket echoing through the rest of the text. */
const mostProblems = 20;
/** A field's limit is 9000 characters; a text that takes longer is checked as far as it was read. */
const parseMs = 100;
const quoted = 24;

/** Where the text does not read as its language. Nothing is run and nothing is asked of the network. */
export function syntaxProblems(state: EditorState): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  // To the grammar of HTML, nothing at all is already a mistake.
  if (state.doc.toString().trim() === '') return found;
  ensureSyntaxTree(state, state.doc.length, parseMs)?.iterate({
    enter(node) {
      if (found.length >= mostProblems) return false;
      const mismatched = node.name === 'MismatchedCloseTag';
      if (!node.type.isError && !mismatched) return true;
      const { from, to } = node;
      const text = state.sliceDoc(from, Math.min(to, from + quoted)).trim();
      const message = mismatched
        ? `“${text}” closes nothing that is open.`
        : text === ''
          ? 'Something is missing here, such as a closing bracket, quote or tag.'
          : `“${text}” was not expected here.`;
      found.push({ from, to, severity: 'warning', message });
      return false;
    },
  });
  return found;
}

/** Marks in the gutter and under the text; Mod+Shift+M lists the problems, F8 goes to the next. They warn: a save is never stopped by them. */
export function codeLint(): Extension {
  return [linter((view) => syntaxProblems(view.state)), lintGutter(), keymap.of([...lintKeymap])];
}
