import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The design tokens as custom properties, which work across the editor's shadow root and follow the theme. */
const color = (name: string): string => `var(--colors-${name})`;

export const codeTheme = EditorView.theme({
  '&': { color: color('text'), backgroundColor: color('surface'), fontSize: 'var(--font-sizes-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--fonts-mono)', lineHeight: '1.6', maxHeight: '60vh', overflow: 'auto' },
  '.cm-content': { caretColor: color('text'), padding: '8px 0' },
  '.cm-content, .cm-gutter': { minHeight: '18rem' },
  '&.cm-focused .cm-cursor': { borderLeftColor: color('text') },
  '.cm-gutters': { color: color('text-muted'), backgroundColor: color('surface-sunken'), border: 'none' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--colors-surface-hover) 50%, transparent)' },
  '.cm-activeLineGutter': { color: color('text'), backgroundColor: color('surface-hover') },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, ::selection': {
    backgroundColor: 'color-mix(in srgb, var(--colors-accent-solid) 28%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: color('accent-subtle') },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: color('accent-subtle'), outline: `1px solid ${color('accent-border')}` },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: color('danger-subtle') },
  '.cm-searchMatch': { backgroundColor: color('warning-subtle'), outline: `1px solid ${color('warning-border')}` },
  '.cm-searchMatch-selected': { backgroundColor: color('accent-subtle') },
  '.cm-foldPlaceholder': { color: color('text-muted'), backgroundColor: color('surface-sunken'), border: `1px solid ${color('border')}` },
  '.cm-panels': { color: color('text'), backgroundColor: color('surface-sunken') },
  '.cm-panels.cm-panels-top': { borderBottom: `1px solid ${color('border')}` },
  '.cm-textfield': {
    fontSize: 'inherit',
    minHeight: '26px',
    color: color('text'),
    backgroundColor: color('surface'),
    border: `1px solid ${color('border-strong')}`,
    borderRadius: '4px',
  },
  '.cm-button': {
    fontSize: 'inherit',
    minHeight: '26px',
    padding: '0 8px',
    textTransform: 'capitalize',
    color: color('text'),
    backgroundColor: color('surface'),
    backgroundImage: 'none',
    border: `1px solid ${color('border-strong')}`,
    borderRadius: '4px',
  },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontFamily: 'var(--fonts-sans)' },
  '.cm-panel.cm-search [name=close]': { color: color('text'), width: '24px', height: '24px' },
  '.cm-panel.cm-search label': { fontSize: 'inherit', display: 'inline-flex', alignItems: 'center', gap: '4px', minHeight: '26px' },
  '.cm-panel.cm-search input[type=checkbox]': { accentColor: color('accent-solid'), width: '16px', height: '16px', margin: '0' },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel.cm-search [name=close]:focus-visible, .cm-panel.cm-search input:focus-visible':
    {
      outline: `2px solid ${color('focus')}`,
      outlineOffset: '1px',
    },
  '.cm-placeholder': { color: color('text-muted') },
  '.cm-gutter-lint': { width: '20px' },
  '.cm-lintRange-warning, .cm-lintPoint-warning': {
    backgroundImage: 'none',
    textDecoration: `underline wavy ${color('warning-solid')}`,
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip.cm-tooltip-lint, .cm-tooltip.cm-tooltip-hover': {
    color: color('text'),
    backgroundColor: color('surface'),
    border: `1px solid ${color('border-strong')}`,
    borderRadius: '6px',
    maxWidth: '32rem',
  },
  '.cm-diagnostic-warning': { borderLeftColor: color('warning-solid') },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { color: color('text'), backgroundColor: color('accent-subtle') },
});

export const codeHighlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword], color: color('accent-text') },
  { tag: [tags.tagName, tags.className, tags.typeName, tags.definition(tags.variableName)], color: color('info-text') },
  { tag: [tags.propertyName, tags.attributeName], color: color('accent-text') },
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: color('success-text') },
  { tag: [tags.number, tags.bool, tags.unit, tags.color, tags.atom], color: color('warning-text') },
  { tag: [tags.comment, tags.meta], color: color('text-muted'), fontStyle: 'italic' },
  { tag: tags.invalid, color: color('danger-text') },
]);
