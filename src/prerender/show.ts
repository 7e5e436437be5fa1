/**
 * Shows the page's sign-in form, and serves it until React takes it over (`src/features/sign-in/prerendered-form.ts`). The build inlines it behind the
 * form; the server's policy allows it by its hash.
 */
declare const __TITLE__: string;
/** The links that an installation may configure, by the addresses that stand in the form: see `prerender.tsx`. */
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
  // A browser does it itself only when the style sheet has come, wherever a person is by then.
  const first = root.querySelector<HTMLElement>('[autofocus]');
  first?.removeAttribute('autofocus');
  first?.focus();

  // The scripts would hold up the first frame: they are requested behind it. A hidden page has no frames.
  const request = () => document.head.append(requests.content);
  if (document.hidden) request();
  else requestAnimationFrame(() => setTimeout(request));

  const isServed = () => 'prerendered' in dataset;
  const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest('button') : null);
  const submit = root.querySelector('[type=submit]');
  let isBroken = false;
  // Once: React sends the form when it has taken it over. Without its scripts only a reload can bring them.
  root.addEventListener('submit', (event) => {
    if (!isServed()) return;
    event.preventDefault();
    if (isBroken) location.reload();
    else submit?.setAttribute('aria-busy', 'true');
  });
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!isServed() || !(target instanceof HTMLScriptElement)) return;
      isBroken = true;
      submit?.removeAttribute('aria-busy');
    },
    true,
  );
  root.addEventListener('mousedown', (event) => {
    // As React's button does: the field keeps the focus.
    if (isServed() && buttonOf(event)?.type === 'submit') event.preventDefault();
  });
  root.addEventListener('click', (event) => {
    const button = buttonOf(event);
    const input = button?.previousElementSibling;
    if (!isServed() || !button?.hasAttribute('aria-pressed') || !(input instanceof HTMLInputElement)) return;
    const isShown = input.type === 'text';
    input.type = isShown ? 'password' : 'text';
    button.setAttribute('aria-pressed', String(!isShown));
  });
})();
