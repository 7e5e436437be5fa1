/** The key of shortcuts on this system, as it is written on the keyboard. */
export const modifier = /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘' : 'Ctrl';
