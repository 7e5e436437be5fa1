/** Almost as many different styles as the cleaner takes. */
const shapes = Array.from({ length: 30_000 }, (_, i) => `<rect style="fill:red;stroke:blue;opacity:1;stroke-width:${i % 19_000}"/>`);

/** The content of an svg that is as hard to clean as its limits allow, and refused in the end because it draws too much. */
export const hardToCheck = `<g id="g">${shapes.join('')}</g>${'<use href="#g"/>'.repeat(6)}`;
