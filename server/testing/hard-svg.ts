/** The content of an svg that is as hard to clean as its limits allow, and refused in the end because it draws too much. */
export const hardToCheck = `<g id="g">${'<rect style="fill:red;stroke:blue;opacity:1;stroke-width:3"/>'.repeat(30_000)}</g>${'<use href="#g"/>'.repeat(6)}`;
