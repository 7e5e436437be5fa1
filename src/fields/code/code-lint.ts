import { isBlankText } from '#contract/invisible.ts';
import { ensureSyntaxTree } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** A single broken bracket can cause any number of problems after it. */
const mostProblems = 20;
/** ms. A text that takes longer to parse is checked only as far as it was parsed; a field's limit is 9000 characters. */
const parseMs = 100;
const quoted = 24;

/** The syntax errors of the text. It is only parsed: never run, and never sent anywhere. */
export function syntaxProblems(state: EditorState): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  // The grammar of HTML reports an empty text as an error.
  if (isBlankText(state.doc.toString())) return found;
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

/** Marks in the gutter and under the text; Mod+Shift+M lists the problems, F8 goes to the next. They are warnings, and never prevent a save. */
export function codeLint(): Extension {
  return [linter((view) => syntaxProblems(view.state)), lintGutter(), keymap.of([...lintKeymap])];
}
