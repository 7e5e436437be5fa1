// Of the public site alone; without it the header scrolls away with the page, and everything else works the same.
(() => {
  // A key for each form that is sent, so that the site knows it again when it arrives twice. A form that was reset is another.
  const keys = new WeakMap();
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  addEventListener('formdata', ({ target, formData }) => {
    if (!target.dataset.form) return;
    if (!keys.has(target)) keys.set(target, newKey());
    formData.set('_key', keys.get(target));
  });
  addEventListener('reset', ({ target }) => keys.delete(target));
  const root = document.documentElement;
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const drawer of document.querySelectorAll('details.drawer[open]')) drawer.removeAttribute('open');
  });
  if (!document.querySelector('.site-header[data-behaviour="hide_and_seek"]')) return;
  root.classList.add('seeks');
  let last = scrollY;
  const follow = () => {
    if (scrollY > 80 && Math.abs(scrollY - last) < 6) return;
    root.classList.toggle('is-away', scrollY > last && scrollY > 160);
    root.classList.toggle('is-scrolled', scrollY > 80);
    last = scrollY;
  };
  addEventListener('scroll', follow, { passive: true });
  follow();
})();
