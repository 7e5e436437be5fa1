/**
 * In the page's head, before the first paint: whether the page shows its sign-in form at once. The build inlines it, with the paths that
 * lead to the sign-in screen.
 */
declare const __PATHS__: RegExp;

(() => {
  try {
    if ('frontage.session' in localStorage || 'frontage.session' in sessionStorage) return;
  } catch {
    // The browser blocks site data, so no session can be stored.
  }
  if (__PATHS__.test(location.pathname)) document.documentElement.dataset['prerendered'] = '';
})();
