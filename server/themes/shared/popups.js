// Opens a page's popups by their triggers, which stand in `data-popup`. Only on pages that have one; without it they stay closed.
(() => {
  const popups = [...document.querySelectorAll('[data-popup]')].map((element) => ({
    element,
    triggers: JSON.parse(element.dataset.popup),
  }));
  const isDialog = (element) => element instanceof HTMLDialogElement;
  const isOpen = (element) => (isDialog(element) ? element.open : !element.hidden);

  // A page opens a popup once per visit. A sandboxed page has no storage, but the window's name stays with its tab.
  const key = 'popups-seen';
  const storage = (() => {
    try {
      return sessionStorage;
    } catch {
      return null;
    }
  })();
  const isOurs = window.name === '' || window.name.startsWith(key);
  const seen = new Set((storage ? (storage.getItem(key) ?? '') : isOurs ? window.name : '').split(' '));
  const remember = (id) => {
    seen.add(id);
    try {
      if (storage) storage.setItem(key, [...seen].join(' '));
      else if (isOurs) window.name = [...new Set([key, ...seen])].join(' ');
    } catch {
      // No room: the visit ends with the page.
    }
  };

  const openers = new Map();
  let waiting = [];
  /** `opener`: the element that was clicked, which gets the focus back; null for a popup that opens by itself. */
  const open = (element, opener) => {
    if (isOpen(element)) return;
    if (isDialog(element) && document.querySelector('dialog[open]')) {
      waiting.push(() => open(element, opener));
      return;
    }
    remember(element.id);
    openers.set(element, opener);
    if (isDialog(element)) {
      element.showModal();
      return;
    }
    element.hidden = false;
    place();
    // A banner that comes by itself takes no focus from what a visitor does.
    if (opener) element.querySelector('.popup-title').focus();
  };
  const closed = (element) => {
    const opener = openers.get(element);
    if (opener?.isConnected) opener.focus();
    openers.delete(element);
    const next = waiting;
    waiting = [];
    for (const each of next) each();
  };
  const close = (element) => {
    if (isDialog(element)) {
      element.close();
      return;
    }
    element.hidden = true;
    closed(element);
  };
  for (const { element } of popups) {
    element.querySelector('.popup-close').addEventListener('click', () => close(element));
    element.addEventListener('close', () => closed(element));
    if (!isDialog(element)) continue;
    element.addEventListener('click', (event) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const { clientX: x, clientY: y, target } = event;
      // Beside the window, which is its backdrop. A click by a key has no place.
      if (target === element && event.detail > 0 && (x < left || x > right || y < top || y > bottom)) close(element);
    });
  }
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || document.querySelector('dialog[open], details.drawer[open]')) return;
    const shown = popups.filter(({ element }) => isOpen(element)).at(-1);
    if (shown) close(shown.element);
  });

  // A banner at the top stands below the header, which may stick, hide, or scroll away with the page.
  const header = document.querySelector('.site-header');
  const place = () => {
    const bottom = header ? Math.max(0, header.getBoundingClientRect().bottom) : 0;
    for (const { element } of popups) element.style.setProperty('--popup-top', `${bottom}px`);
  };
  let isPlanned = false;
  const plan = () => {
    if (isPlanned || !popups.some(({ element }) => !isDialog(element) && isOpen(element))) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      place();
    });
  };
  addEventListener('scroll', plan, { passive: true });
  addEventListener('resize', plan, { passive: true });
  for (const type of ['transitionrun', 'transitionend']) header?.addEventListener(type, plan);

  const openLater = (element, delay, opener) => setTimeout(() => open(element, opener), delay);
  const matching = (target, selector) => {
    try {
      return target.closest(selector);
    } catch {
      // Not a selector to this browser.
      return null;
    }
  };
  for (const { element, triggers } of popups) {
    for (const { type, delay, selector, formId } of triggers) {
      if (type === 'page') {
        setTimeout(() => {
          if (!seen.has(element.id)) open(element, null);
        }, delay);
      } else if (type === 'button') {
        document.addEventListener('click', (event) => {
          // A click that opens a link elsewhere is left alone.
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          const found = event.target instanceof Element ? matching(event.target, selector) : null;
          if (!found) return;
          if (event.target.closest('a[href]')) event.preventDefault();
          openLater(element, delay, found);
        });
      } else if (type === 'form') {
        document.addEventListener('submit', (event) => {
          if (event.target.dataset.form === formId) onSubmit(event, () => openLater(element, delay, null));
        });
      }
    }
  }

  /**
   * A form with a popup is sent without leaving the page, and the popup opens once the site has taken it. Where the site refuses it, or
   * can't be asked so, the form is sent as any other, and its answer replaces the page.
   */
  const onSubmit = async (event, then) => {
    // Another script sends it, or another popup of the same form does.
    if (event.defaultPrevented) {
      sending.get(event.target)?.then((isTaken) => isTaken && then());
      return;
    }
    event.preventDefault();
    const form = event.target;
    const body = new URLSearchParams(new FormData(form));
    // With a header of its own a browser first asks the site whether it may read the answer, and sends nothing where it may not. Without
    // one, such a form would be sent here and once more below.
    const sent = fetch(form.action, { method: 'POST', body, headers: { 'X-Requested-With': 'fetch' } }).then(
      (answer) => answer.ok,
      () => false,
    );
    sending.set(form, sent);
    if (!(await sent)) {
      HTMLFormElement.prototype.submit.call(form);
      return;
    }
    form.reset();
    // What reCAPTCHA says is good for one submission.
    if (form.querySelector('.g-recaptcha')) window.grecaptcha?.reset?.();
    const own = form.closest('dialog[open]');
    if (own) close(own);
    then();
  };
  const sending = new WeakMap();
})();
