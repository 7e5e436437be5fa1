/**
 * The one script of the preview's frame. The build puts it into the page as it is, and the page's policy lets nothing but
 * it run, by its hash: it imports nothing, and reads messages (`contract/preview-messages.ts`) by hand.
 */
(() => {
  /** A picture that does not come must not hold the page back. */
  const waitAtMostMs = 1_500;
  const marked = 'data-frontage-outlined';
  const outlines = `
    /* Clear of a header that stays in sight. */
    [data-block-id] { cursor: pointer; scroll-margin-top: 8rem; }
    [data-block-id]:hover { outline: 2px solid #2f6fdb80; outline-offset: -2px; }
  `;
  let turn = -1;
  let outlined: string | null = null;
  /** Above everything: what overlaps a block would cover an outline of its own. */
  let overlay: HTMLElement | null = null;
  let sizes: ResizeObserver | null = null;
  /** Until the page stands where it should, scrolling is not the person's. */
  let isPlacing = false;
  let isScrollReported = false;

  const post = (message: object): void => window.parent.postMessage(message, '*');
  const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
  const isBlockId = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 100;

  function blockOf(target: EventTarget | null): string | null {
    const id = target instanceof Element ? target.closest('[data-block-id]')?.getAttribute('data-block-id') : null;
    return isBlockId(id) ? id : null;
  }

  /** The page around the frame; where that is a window of the preview's own, the console's page that has opened it. */
  function isOfConsole({ source, origin }: MessageEvent<unknown>): boolean {
    return source !== null && (source === window.parent || (source === window.parent.opener && origin === location.origin));
  }

  function onMessage(event: MessageEvent<unknown>): void {
    if (window.parent === window || !isOfConsole(event)) return;
    const { data } = event;
    if (typeof data !== 'object' || data === null || !('type' in data)) return;
    if (data.type === 'frontage.render' && 'turn' in data && 'html' in data && 'scrollTop' in data) {
      if (isNumber(data.turn) && typeof data.html === 'string' && isNumber(data.scrollTop)) void show(data.turn, data.html, data.scrollTop);
    } else if (data.type === 'frontage.outline' && 'blockId' in data) {
      if (data.blockId === null || isBlockId(data.blockId)) outline(data.blockId, 'reveal' in data && data.reveal === true);
    } else if (data.type === 'frontage.scroll' && 'scrollTop' in data) {
      if (isNumber(data.scrollTop)) scrollTo({ top: data.scrollTop, behavior: 'instant' });
    }
  }

  function onClick(event: MouseEvent): void {
    event.preventDefault();
    const blockId = event.button === 0 ? blockOf(event.target) : null;
    if (blockId !== null) post({ type: 'frontage.blockClicked', blockId });
  }

  /** A picture that can't be had, as offline, leaves its place empty rather than broken. */
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

  /** Opening a document anew takes every listener away, so this follows each time. */
  function listen(): void {
    addEventListener('message', onMessage);
    addEventListener('click', onClick, true);
    addEventListener('auxclick', onClick, true);
    addEventListener('submit', (event) => event.preventDefault(), true);
    addEventListener('dragstart', (event) => event.preventDefault(), true);
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('error', hideBroken, true);
  }

  async function show(wanted: number, html: string, scrollTop: number): Promise<void> {
    turn = wanted;
    isPlacing = true;
    document.open();
    listen();
    document.write(html);
    document.close();
    const style = document.createElement('style');
    style.textContent = outlines;
    document.head.append(style);
    const place = () => scrollTo({ top: scrollTop, behavior: 'instant' });
    place();
    mark(false);
    await Promise.race([loaded(), new Promise((resolve) => setTimeout(resolve, waitAtMostMs))]);
    // Another page has taken this one's place in the meantime.
    if (turn !== wanted) return;
    place();
    // Before the next drawing: there is none in a frame that is hidden, and it stays hidden until it has posted this message.
    post({ type: 'frontage.rendered', turn: wanted });
    requestAnimationFrame(() => {
      if (turn === wanted) isPlacing = false;
    });
  }

  /** The style sheets, and the pictures in view; those further down load when they are scrolled to. */
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

  function outline(blockId: string | null, reveal: boolean): void {
    outlined = blockId;
    mark(reveal);
  }

  function mark(reveal: boolean): void {
    for (const element of document.querySelectorAll(`[${marked}]`)) element.removeAttribute(marked);
    sizes?.disconnect();
    overlay?.remove();
    if (outlined === null) return;
    const name = CSS.escape(outlined);
    const block = document.querySelector(`[data-block-id="${name}"], [data-block="${name}"]`);
    if (block === null) return;
    block.setAttribute(marked, '');
    if (reveal) scrollIntoViewOf(block);
    drawAround(block);
  }

  /** By scrolling this page alone: `scrollIntoView` would move the console's page around the frame too. */
  function scrollIntoViewOf(block: Element): void {
    const { top, bottom } = block.getBoundingClientRect();
    const fromTop = top - Number.parseFloat(getComputedStyle(block).scrollMarginTop);
    const fromBottom = bottom - window.innerHeight;
    // At once: a movement under way would carry on into the next page.
    if (fromTop < 0) scrollBy({ top: fromTop, behavior: 'instant' });
    else if (fromBottom > 0) scrollBy({ top: Math.min(fromBottom, fromTop), behavior: 'instant' });
  }

  /** Follows the block as pictures above it and in it come. */
  function drawAround(block: Element): void {
    const box = document.createElement('div');
    box.style.cssText =
      'all: initial; position: absolute; z-index: 2147483647; pointer-events: none; box-sizing: border-box; border: 3px solid #2f6fdb';
    document.documentElement.append(box);
    overlay = box;
    sizes = new ResizeObserver(() => {
      const { top, left, width, height } = block.getBoundingClientRect();
      Object.assign(box.style, {
        top: `${top + window.scrollY}px`,
        left: `${left + window.scrollX}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    });
    sizes.observe(block);
    sizes.observe(document.body);
  }

  listen();
  post({ type: 'frontage.ready' });
})();
