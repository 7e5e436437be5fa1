/**
 * In the page's head, before the first paint: whether the page shows its sign-in form at once. The build inlines it, with the paths that
 * lead to the sign-in screen. Where it does not, the console's scripts are requested here: written, so that they wait for the style sheet as
 * any script of a page does.
 */
declare const __PATHS__: RegExp;

(() => {
  let isSignedIn = false;
  try {
    isSignedIn = 'frontage.session' in localStorage || 'frontage.session' in sessionStorage;
  } catch {
    // The browser blocks site data, so no session can be stored.
  }
  if (!isSignedIn && __PATHS__.test(location.pathname)) document.documentElement.dataset['prerendered'] = '';
  else document.write(document.querySelector('template')?.innerHTML ?? '');
})();
