/** Advance widths of Inter as the console sets it, for the characters from space to tilde, in thousandths of the font's size. */
const regular: readonly number[] = [
  281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646, 593, 620, 566, 619, 620, 288,
  302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744,
  690, 985, 682, 679, 629, 365, 360, 365, 471, 456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600, 612,
  612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
];
/** Of its semibold, in which the names of states are set. */
const semibold: readonly number[] = [
  252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379, 660, 423, 623, 636, 666, 612, 640, 576, 640, 640, 319,
  329, 673, 673, 673, 543, 999, 728, 659, 737, 722, 605, 588, 749, 746, 277, 580, 703, 565, 922, 759, 769, 645, 773, 652, 650, 660, 736,
  728, 1020, 720, 713, 652, 373, 379, 373, 481, 469, 351, 574, 624, 583, 624, 591, 389, 625, 612, 262, 262, 569, 262, 900, 612, 609, 624,
  624, 397, 549, 353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673,
];

/** How much more room a text is given than it needs: the fallback of the console's font is not quite as wide. */
const margin = 1.06;

/** The room in px that a text is given. */
export const textRoom = (text: string, fontSize: number, isSemibold = false): number => textWidth(text, fontSize, isSemibold) * margin;

/** The width of a text in px. */
export function textWidth(text: string, fontSize: number, isSemibold = false): number {
  const widths = isSemibold ? semibold : regular;
  const thousandths = [...text.replaceAll('\u00a0', ' ')].reduce(
    (sum, character) => sum + (widths[character.charCodeAt(0) - 32] ?? 640),
    0,
  );
  return (thousandths / 1000) * fontSize;
}
