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
    // Its own, and none of the content's that has the class too.
    element.querySelector(':scope > .popup-close').addEventListener('click', () => close(element));
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
  // After those above: a form that opens a popup is sent by them.
  document.addEventListener('submit', (event) => {
    if (!event.defaultPrevented && event.target.matches('[data-popup] form[data-form]')) onSubmit(event, null);
  });

  // A form's own properties may be hidden by fields of the same names, such as `action`, `elements` and `reset`.
  const controlsOf = (form, name) => [...form.querySelectorAll('.field [name]')].filter((each) => each.name === name);

  /** What the site answers to a form that is sent without leaving the page: `taken`, the problems of its fields by name, or null. */
  const answerTo = async (form) => {
    try {
      // With a header of its own a browser first asks the site whether it may read the answer, and sends nothing where it may not. Without
      // one, such a form would be sent here and once more below.
      const answer = await fetch(form.getAttribute('action'), {
        method: 'POST',
        body: new URLSearchParams(new FormData(form)),
        headers: { 'X-Requested-With': 'fetch' },
      });
      if (answer.ok) return 'taken';
      const { problems } = await answer.json();
      const names = Object.keys(problems);
      // A field that is not here has been added since: the site's own answer has it.
      return names.length > 0 && names.every((name) => controlsOf(form, name).length > 0) ? problems : null;
    } catch {
      return null;
    }
  };

  const make = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    made.append(...children);
    return made;
  };
  /** Adds an id to a control's `aria-describedby`, or removes it. */
  const describe = (control, id, isAdded) => {
    const others = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each !== '' && each !== id);
    control.setAttribute('aria-describedby', [...others, ...(isAdded ? [id] : [])].join(' '));
  };
  const hideProblems = (form) => {
    for (const old of form.querySelectorAll('.form-problems, .field-problem')) {
      for (const control of form.querySelectorAll('[aria-describedby]')) describe(control, old.id, false);
      old.remove();
    }
    for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  };
  /** The same as on the page of a refused form, which shared/form.twig makes. */
  const showProblems = (form, problems) => {
    hideProblems(form);
    const links = Object.entries(problems).map(([name, message]) => {
      const controls = controlsOf(form, name);
      const [first] = controls;
      const box = first.closest('.field');
      const id = `${first.id}-problem`;
      const problem = make('p', { class: 'field-problem', id }, message);
      const isGroup = box.matches('fieldset');
      // Above its control, and below the line of a single checkbox.
      if (first.closest('.field-check')) box.append(problem);
      else (isGroup ? first.closest('label') : first).before(problem);
      describe(isGroup ? box : first, id, true);
      for (const control of controls) control.setAttribute('aria-invalid', 'true');
      return make('li', {}, make('a', { href: `#${first.id}` }, message));
    });
    const title = links.length === 1 ? 'There is a problem' : `There are ${links.length} problems`;
    const titled = make('p', { class: 'form-problems-title' }, title);
    const summary = make('div', { class: 'form-problems', role: 'alert', tabindex: '-1' }, titled, make('ul', {}, ...links));
    form.querySelector('.form-row').before(summary);
    summary.focus();
  };

  /** What a visitor sees of a form whose answer is on its way. */
  const showSending = (form, isSending) => {
    const button = form.querySelector('button[type=submit]');
    button.ariaBusy = isSending ? 'true' : null;
    button.textContent = isSending ? 'Sending…' : 'Send';
  };

  /**
   * A form with a popup is sent without leaving the page, and the popup opens once the site has taken it; `then` is null for a form that
   * stands in a popup. What is wrong in its fields is shown in place. Where the site refuses it for another reason, or can't be asked so,
   * the form is sent as any other, and its answer replaces the page.
   */
  const onSubmit = async (event, then) => {
    // Another script sends it, or another popup of the same form does.
    if (event.defaultPrevented) {
      sending.get(event.target)?.then((answer) => answer === 'taken' && then());
      return;
    }
    event.preventDefault();
    const form = event.target;
    const sent = answerTo(form);
    sending.set(form, sent);
    showSending(form, true);
    const answer = await sent;
    // Sent again meanwhile, as by a second click: the later answer counts.
    if (sending.get(form) !== sent) return;
    if (answer !== null && answer !== 'taken') {
      showSending(form, false);
      showProblems(form, answer);
      return;
    }
    // A form that the site has taken is sent again for the page that follows: by its key the site knows it, and does not take it twice.
    if (answer === null || then === null) {
      HTMLFormElement.prototype.submit.call(form);
      return;
    }
    showSending(form, false);
    hideProblems(form);
    HTMLFormElement.prototype.reset.call(form);
    // What reCAPTCHA says is good for one submission.
    if (form.querySelector('.g-recaptcha')) window.grecaptcha?.reset?.();
    const own = document.querySelector('dialog[open]');
    if (own?.contains(form)) close(own);
    then();
  };
  const sending = new WeakMap();
  // Back from the page that has followed.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const button of document.querySelectorAll('button[aria-busy]')) showSending(button.form, false);
  });
})();
