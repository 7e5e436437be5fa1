/**
 * Shows the page's sign-in form, and handles its events until React takes it over (`src/features/sign-in/prerendered-form.ts`). The build
 * inlines it behind the form; the server's policy allows it by its hash.
 */
declare const __TITLE__: string;
/** The default addresses of the links that an installation may configure, by their names, which stand in the form as addresses. */
declare const __LINKS__: Readonly<Record<string, string>>;

(() => {
  const { dataset } = document.documentElement;
  const template = document.querySelector<HTMLTemplateElement>('#sign-in');
  const requests = document.querySelector<HTMLTemplateElement>('#requests');
  const root = document.getElementById('root');
  if (!('prerendered' in dataset) || !template || !requests || !root) return;

  const isHarmless = (address: string) => !URL.canParse(address) || /^(https?|mailto|tel):$/.test(new URL(address).protocol);
  let configured: Readonly<Record<string, unknown>> = {};
  try {
    configured = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="frontage-config"]')?.content ?? '');
  } catch {
    // The defaults stay, as for React.
  }
  for (const [name, byDefault] of Object.entries(__LINKS__)) {
    const wanted = configured[name];
    const link = template.content.querySelector<HTMLAnchorElement>(`a[href="${name}"]`);
    if (link) link.href = typeof wanted === 'string' && isHarmless(wanted) ? wanted : byDefault;
  }
  const style = template.content.querySelector('style');
  if (style) document.head.append(style);
  root.replaceChildren(template.content);
  document.title = __TITLE__;
  // A browser does it itself only when the style sheet has come: too late for somebody who types.
  const first = root.querySelector<HTMLElement>('[autofocus]');
  first?.removeAttribute('autofocus');
  first?.focus();

  // The scripts would hold up the first frame: they are requested behind it. A hidden page has no frames.
  const request = () => document.head.append(requests.content);
  if (document.hidden) request();
  else requestAnimationFrame(() => setTimeout(request));

  const isPrerendered = () => 'prerendered' in dataset;
  const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest('button') : null);
  const submit = root.querySelector('[type=submit]');
  let haveScriptsFailed = false;
  // React sends the form once it has taken it over. Where a script has failed, only a reload can load it.
  root.addEventListener('submit', (event) => {
    if (!isPrerendered()) return;
    event.preventDefault();
    if (haveScriptsFailed) location.reload();
    else submit?.setAttribute('aria-busy', 'true');
  });
  window.addEventListener(
    'error',
    ({ target }) => {
      // An extension's script may fail too.
      const isOurs = target instanceof HTMLScriptElement && target.type === 'module' && target.src.startsWith(`${location.origin}/`);
      if (!isPrerendered() || !isOurs) return;
      haveScriptsFailed = true;
      submit?.removeAttribute('aria-busy');
    },
    true,
  );
  root.addEventListener('mousedown', (event) => {
    // The field keeps the focus, as under React.
    if (isPrerendered() && buttonOf(event)?.type === 'submit') event.preventDefault();
  });
  root.addEventListener('click', (event) => {
    const button = buttonOf(event);
    const input = button?.previousElementSibling;
    if (!isPrerendered() || !button?.hasAttribute('aria-pressed') || !(input instanceof HTMLInputElement)) return;
    const isShown = input.type === 'text';
    input.type = isShown ? 'password' : 'text';
    button.setAttribute('aria-pressed', String(!isShown));
  });
})();
