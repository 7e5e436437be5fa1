import type { Picture } from '../themes/page-model.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800">' +
  '<rect width="1200" height="800" fill="#e7e9ec"/><path d="M0 620 Q300 540 600 600 T1200 570 V800 H0Z" fill="#d3d7dc"/>' +
  '<path d="M410 400 L600 250 L790 400 V610 H410Z" fill="#f5f6f7"/><path d="M380 412 L600 236 L820 412 L800 434 L600 274 L400 434Z" fill="#b4bac2"/>' +
  '<path d="M560 610 V490 H640 V610Z M455 450 H525 V520 H455Z M675 450 H745 V520 H675Z" fill="#b4bac2"/></svg>';

const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Stands where a picture is chosen that is not on the server, or where a record has none. */
export const placeholder = (alt = ''): Picture => ({ url, width: 1200, height: 800, alt });
