/** Advance widths of Inter, regular, for the characters from space to tilde, in thousandths of the font's size. */
const widths: readonly number[] = [
  281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646, 593, 620, 566, 619, 620, 288,
  302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744,
  690, 985, 682, 679, 629, 365, 360, 365, 471, 456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600, 612,
  612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
];

/** The width of a text in px. A little more than Inter needs, since another font may stand in for it. */
export function textWidth(text: string, fontSize: number, isBold = false): number {
  const thousandths = [...text.replaceAll('\u00a0', ' ')].reduce(
    (sum, character) => sum + (widths[character.charCodeAt(0) - 32] ?? 640),
    0,
  );
  return (thousandths / 1000) * fontSize * (isBold ? 1.12 : 1.06);
}
