/**
 * The letter that is printed on a key. A layout whose letters are not Latin, such as the Russian, has the Latin ones by position. Whatever
 * else is printed is no letter: on Dvorak ";" stands where Z is elsewhere.
 */
function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isPrinted = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]$/u.test(key) || key === 'Dead';
  return isPrinted ? key.toLowerCase() : code.replace(/^Key/u, '').toLowerCase();
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

/**
 * The shortcut that a key is, as in "mod+shift+z" and "alt+p"; an empty text for a key without Ctrl, Cmd and Alt, and for AltGr, which types.
 */
export function shortcutOf(event: Pressed): string {
  const isMod = event.ctrlKey || event.metaKey;
  if (event.isComposing || isMod === event.altKey) return '';
  return `${isMod ? 'mod' : 'alt'}+${event.shiftKey ? 'shift+' : ''}${letterOf(event)}`;
}
