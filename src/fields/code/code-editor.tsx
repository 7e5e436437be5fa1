import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { CodeProblem } from '#machines/settings-screen/settings-screen.types.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { css, cx } from '#styled/css/index.js';
import { codeLimit, fromOutside } from './code-limit.ts';
import { syntaxProblems } from './code-lint.ts';
import { type CodeLanguage, codeSetup, isLinted } from './code-setup.ts';

const frame = css({
  display: 'block',
  minHeight: '[18rem]',
  border: 'control',
  borderRadius: 'md',
  overflow: 'hidden',
  backgroundColor: 'surface',
  '&:focus-within': { outline: 'focus', outlineOffset: '[-1px]', borderColor: 'focus' },
});
const invalidFrame = css({ borderColor: 'danger.solid' });

export interface CodeEditorProps {
  readonly id: string;
  readonly label: string;
  /** Help and error as text: ARIA ids do not work across a shadow root. */
  readonly description: string;
  readonly value: string;
  readonly language: CodeLanguage;
  readonly maxCharacters: number | null;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  /** Where the text does not parse, at first and after each change. */
  readonly onChecked?: ((text: string, problems: readonly CodeProblem[]) => void) | undefined;
}

/**
 * CodeMirror as a controlled input. It is mounted in a shadow root, where its styles are adopted sheets: in the page itself it
 * would add style elements, which the Content-Security-Policy forbids.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { id, label, description, value, language, maxCharacters, disabled, invalid, required } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changing = useRef(new Compartment());
  const latest = useRef(props);

  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          codeSetup(language),
          maxCharacters === null ? [] : codeLimit(maxCharacters),
          changing.current.of(attributes(latest.current)),
          EditorView.domEventHandlers({ blur: () => latest.current.onBlur() }),
          EditorView.updateListener.of((update) => {
            const own = update.transactions.some((transaction) => transaction.docChanged && !transaction.annotation(fromOutside));
            if (own) latest.current.onChange(update.state.doc.toString());
            if (update.docChanged) check(update.state, latest.current);
          }),
        ],
      }),
    });
    view.current = editor;
    check(editor.state, latest.current);
    // The error summary and Revert focus a field by its id, so the host passes the focus on. (`delegatesFocus` would focus the scroller.)
    host.current.focus = () => editor.focus();
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [language, maxCharacters]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const change = smallestChange(editor.state.doc.toString(), value.replace(/\r\n?/gu, '\n'));
    if (change) editor.dispatch({ changes: change, annotations: fromOutside.of(true) });
  }, [value]);

  useEffect(() => {
    const now = attributes({ label, description, disabled, invalid, required });
    view.current?.dispatch({ effects: changing.current.reconfigure(now) });
  }, [label, description, disabled, invalid, required]);

  return <div ref={host} id={id} className={cx(frame, invalid && invalidFrame)} data-code-editor={language} />;
}

/** A text over the limit is refused whatever it holds, so it is not parsed. */
function check(state: EditorState, { language, maxCharacters, onChecked }: CodeEditorProps): void {
  if (!isLinted(language) || !onChecked) return;
  const isTooLong = maxCharacters !== null && state.doc.length > maxCharacters;
  const problems = isTooLong ? [] : syntaxProblems(state);
  onChecked(
    state.doc.toString(),
    problems.map(({ from, message }) => {
      const line = state.doc.lineAt(from);
      return { line: line.number, column: from - line.from + 1, message };
    }),
  );
}

type Attributes = Pick<CodeEditorProps, 'label' | 'description' | 'disabled' | 'invalid' | 'required'>;

function attributes({ label, description, disabled, invalid, required }: Attributes): Extension {
  return [
    EditorState.readOnly.of(disabled),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-description': description,
      'aria-invalid': String(invalid),
      'aria-required': String(required),
      'aria-disabled': String(disabled),
      spellcheck: 'false',
      autocapitalize: 'off',
    }),
  ];
}

/** What to replace in `before` to get `after`, with the common start and end left alone so that the cursor stays; null if equal. */
export function smallestChange(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } | null {
  if (before === after) return null;
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
