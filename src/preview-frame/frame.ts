/**
 * The only script of the preview's frame. The build inlines it into the page, whose Content-Security-Policy allows only its hash:
 * so it imports nothing, and validates messages (`contract/preview-messages.ts`) by hand.
 */
(() => {
  /** A picture that never loads must not delay the page. */
  const maxWaitMs = 1_500;
  const marked = 'data-frontage-outlined';
  const faded = 'data-frontage-ghost';
  const outlines = `
    /* Not behind a sticky header. */
    [data-block-id] { cursor: pointer; scroll-margin-top: 8rem; }
    [data-block-id]:hover { outline: 2px solid #2f6fdb80; outline-offset: -2px; }
    [data-frontage-ghost] { opacity: 0.45 !important; filter: grayscale(1) !important; }
  `;
  let turn = -1;
  let outlined: string | null = null;
  /** The label of the outlined block where it is drawn faded. */
  let ghost: string | null = null;
  /** Above everything: an outline on the block itself could be covered by elements that overlap it. */
  let overlay: HTMLElement | null = null;
  let sizes: ResizeObserver | null = null;
  /** True until the page is at its scroll position: scroll events until then are not the user's. */
  let isPlacing = false;
  let isScrollReported = false;

  const post = (message: object): void => window.parent.postMessage(message, '*');
  const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 100;

  function blockOf(target: EventTarget | null): string | null {
    const id = target instanceof Element ? target.closest('[data-block-id]')?.getAttribute('data-block-id') : null;
    return isText(id) ? id : null;
  }

  /** The message is from the page around the frame, or, in a preview window, from the console's page that opened it. */
  function isOfConsole({ source, origin }: MessageEvent<unknown>): boolean {
    return source !== null && (source === window.parent || (source === window.parent.opener && origin === location.origin));
  }

  function onMessage(event: MessageEvent<unknown>): void {
    if (window.parent === window || !isOfConsole(event)) return;
    const { data } = event;
    if (typeof data !== 'object' || data === null || !('type' in data)) return;
    if (data.type === 'frontage.render' && 'turn' in data && 'html' in data && 'scrollTop' in data) {
      const windowHeight = 'windowHeight' in data && isNumber(data.windowHeight) ? data.windowHeight : null;
      if (isNumber(data.turn) && typeof data.html === 'string' && isNumber(data.scrollTop))
        void show(data.turn, data.html, data.scrollTop, windowHeight);
    } else if (data.type === 'frontage.outline' && 'blockId' in data) {
      const label = 'ghost' in data && isText(data.ghost) ? data.ghost : null;
      if (data.blockId === null || isText(data.blockId)) outline(data.blockId, 'reveal' in data && data.reveal === true, label);
    } else if (data.type === 'frontage.scroll' && 'scrollTop' in data) {
      if (isNumber(data.scrollTop)) scrollTo({ top: data.scrollTop, behavior: 'instant' });
    }
  }

  function onClick(event: MouseEvent): void {
    event.preventDefault();
    const blockId = event.button === 0 ? blockOf(event.target) : null;
    if (blockId !== null) post({ type: 'frontage.blockClicked', blockId });
  }

  /** A picture that can't be loaded, as offline, is hidden in place of the browser's broken-image icon. */
  function hideBroken({ target }: Event): void {
    if (target instanceof HTMLImageElement) target.style.visibility = 'hidden';
  }

  function onScroll(): void {
    if (isScrollReported || isPlacing) return;
    isScrollReported = true;
    requestAnimationFrame(() => {
      isScrollReported = false;
      if (!isPlacing) post({ type: 'frontage.scrolled', scrollTop: Math.max(0, window.scrollY) });
    });
  }

  /** `document.open` removes all listeners, so call it again each time. */
  function listen(): void {
    addEventListener('message', onMessage);
    addEventListener('click', onClick, true);
    addEventListener('auxclick', onClick, true);
    addEventListener('submit', (event) => event.preventDefault(), true);
    addEventListener('dragstart', (event) => event.preventDefault(), true);
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('error', hideBroken, true);
  }

  async function show(nextTurn: number, html: string, scrollTop: number, windowHeight: number | null): Promise<void> {
    turn = nextTurn;
    isPlacing = true;
    document.open();
    listen();
    document.write(html);
    document.close();
    if (windowHeight !== null) document.documentElement.style.setProperty('--window-height', `${windowHeight}px`);
    const style = document.createElement('style');
    style.textContent = outlines;
    document.head.append(style);
    const place = () => scrollTo({ top: scrollTop, behavior: 'instant' });
    place();
    mark(false);
    await Promise.race([loaded(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
    // Another page has replaced this one in the meantime.
    if (turn !== nextTurn) return;
    place();
    // Not in an animation frame: a hidden frame gets none, and it stays hidden until it has posted this message.
    post({ type: 'frontage.rendered', turn: nextTurn });
    requestAnimationFrame(() => {
      if (turn === nextTurn) isPlacing = false;
    });
  }

  /** Waits for the style sheets and the pictures in view; pictures further down load when they are scrolled to. */
  async function loaded(): Promise<void> {
    const loaded = (element: HTMLElement) =>
      new Promise<void>((resolve) => {
        element.addEventListener('load', () => resolve(), { once: true });
        element.addEventListener('error', () => resolve(), { once: true });
      });
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) => link.sheet === null);
    const isInView = (image: HTMLImageElement) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    };
    const images = [...document.images].filter((image) => !image.complete && isInView(image));
    // In a hidden frame a browser never loads a lazy picture.
    for (const image of images) image.loading = 'eager';
    await Promise.all([...sheets, ...images].map(loaded));
  }

  function outline(blockId: string | null, reveal: boolean, ghostLabel: string | null): void {
    outlined = blockId;
    ghost = ghostLabel;
    mark(reveal);
  }

  function mark(reveal: boolean): void {
    for (const name of [marked, faded]) for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
    sizes?.disconnect();
    overlay?.remove();
    if (outlined === null) return;
    const name = CSS.escape(outlined);
    const block = document.querySelector(`[data-block-id="${name}"], [data-block="${name}"]`);
    if (block === null) return;
    block.setAttribute(marked, '');
    if (ghost !== null) block.setAttribute(faded, '');
    if (reveal) scrollIntoViewOf(block);
    drawAround(block);
  }

  /** Scrolls only this page: `scrollIntoView` would also scroll the console's page around the frame. */
  function scrollIntoViewOf(block: Element): void {
    const { top, bottom } = block.getBoundingClientRect();
    const fromTop = top - Number.parseFloat(getComputedStyle(block).scrollMarginTop);
    const fromBottom = bottom - window.innerHeight;
    // Without animation: a smooth scroll would go on in the next page.
    if (fromTop < 0) scrollBy({ top: fromTop, behavior: 'instant' });
    else if (fromBottom > 0) scrollBy({ top: Math.min(fromBottom, fromTop), behavior: 'instant' });
  }

  /** Follows the block when pictures above it or in it load. */
  function drawAround(block: Element): void {
    const box = document.createElement('div');
    box.style.cssText =
      'all: initial; position: absolute; z-index: 2147483647; pointer-events: none; box-sizing: border-box; border: 3px solid #2f6fdb';
    if (ghost !== null) box.append(labelOf(ghost));
    document.documentElement.append(box);
    overlay = box;
    // A header that stays in the window takes its outline along.
    const stays = ['fixed', 'sticky'].includes(getComputedStyle(block).position);
    if (stays) box.style.position = 'fixed';
    sizes = new ResizeObserver(() => {
      const { top, left, width, height } = block.getBoundingClientRect();
      Object.assign(box.style, {
        top: `${stays ? top : top + window.scrollY}px`,
        left: `${stays ? left : left + window.scrollX}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    });
    sizes.observe(block);
    sizes.observe(document.body);
  }

  function labelOf(text: string): HTMLElement {
    const label = document.createElement('div');
    label.textContent = text;
    label.style.cssText =
      'all: initial; position: absolute; top: 12px; left: 12px; max-width: calc(100% - 24px); box-sizing: border-box; padding: 8px 14px; border-radius: 8px; background: #1b3f7d; color: #fff; font: 600 20px/1.3 system-ui, sans-serif';
    return label;
  }

  listen();
  post({ type: 'frontage.ready' });
})();
