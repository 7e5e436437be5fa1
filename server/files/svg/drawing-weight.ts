import type { Styled } from './safe-css.ts';

/** The number of elements that a browser draws, with repetitions by references: a few nested ones make millions. */
export const maxDrawn = 200_000;
/** The maximum length of a chain of references and of elements with ids, each inside the one before. */
const maxChain = 1000;

/** Of references by rules of styles, to all elements that they are for. */
const maxStyled = 1_000_000;

/** What an element draws, for the weight of the drawing. */
export interface Weight {
  /** Elements without a separate weight, itself included. */
  count: number;
  /** Ids that are drawn again in it. */
  readonly repeats: string[];
  /** Elements inside it with a separate weight. */
  readonly holds: Weight[];
  /** The weights that it is inside of. */
  readonly around: Weight | null;
  readonly id: string | null;
}

const newWeight = (around: Weight | null, id: string | null): Weight => ({ count: 0, repeats: [], holds: [], around, id });

/** An element of which it is not known yet what the drawing's styles make it refer to. */
interface Drawn {
  readonly weight: Weight;
  /** What rules are for: its name, id and classes, as keys of `Styled`. */
  readonly keys: readonly string[];
}

/** How much a drawing draws, by its elements, their ids and what refers to them. */
export class DrawingWeight {
  readonly whole = newWeight(null, null);
  private readonly byId = new Map<string, Weight>();
  private readonly elements: Drawn[] = [];
  private readonly styled: Styled = new Map();

  /** As in a browser, an id belongs to its first element: a second one is weighed with its surroundings. */
  of(id: string | undefined, around: Weight): Weight {
    if (id === undefined || this.byId.has(id)) return around;
    const weight = newWeight(around, id);
    this.byId.set(id, weight);
    around.holds.push(weight);
    return weight;
  }

  /** Adds an element that draws something. */
  element(name: string, { weight, id, classes }: { weight: Weight; id: string | undefined; classes: string | undefined }): void {
    const own = new Set((classes ?? '').split(/\s+/u).filter((each) => each !== ''));
    this.elements.push({ weight, keys: [...(id === undefined ? [] : [`#${id}`]), ...Array.from(own, (each) => `.${each}`), name, '*'] });
  }

  /** Adds the rules of a style element, which may stand behind what they are for. */
  sheet(styled: Styled): void {
    for (const [key, ids] of styled) this.styled.set(key, new Set([...(this.styled.get(key) ?? []), ...ids]));
  }

  /** Infinite for a drawing that contains itself, or whose rules refer to more than a browser should follow. */
  drawn(): number {
    return this.style() ? this.sumOf(this.whole) : Number.POSITIVE_INFINITY;
  }

  /** Counts what rules refer to as if each element said it itself. False where that is too much. */
  private style(): boolean {
    let found = 0;
    for (const { weight, keys } of this.styled.size === 0 ? [] : this.elements)
      for (const key of keys)
        for (const id of this.styled.get(key) ?? []) {
          found += 1;
          if (found > maxStyled) return false;
          // `path { fill: url(#p) }` is for the paths of that pattern too, where a browser ignores it.
          if (/^[#.]/u.test(key) || !isWithin(weight, id)) weight.repeats.push(id);
        }
    return true;
  }

  private sumOf(weight: Weight, known = new Map<Weight, number>(), depth = 0): number {
    const before = known.get(weight);
    if (before !== undefined) return before;
    if (depth > maxChain) return Number.POSITIVE_INFINITY;
    known.set(weight, Number.POSITIVE_INFINITY);
    let sum = weight.count;
    for (const held of weight.holds) sum += this.sumOf(held, known, depth + 1);
    for (const id of weight.repeats) {
      const repeated = this.named(id);
      if (repeated) sum += this.sumOf(repeated, known, depth + 1);
    }
    known.set(weight, sum);
    return sum;
  }

  /** The element that an address names: its id as it stands there, else percent-decoded. */
  private named(id: string): Weight | undefined {
    const found = this.byId.get(id);
    if (found || !id.includes('%')) return found;
    try {
      return this.byId.get(decodeURIComponent(id));
    } catch (error) {
      // Not valid percent-encoding.
      if (error instanceof URIError) return undefined;
      throw error;
    }
  }
}

function isWithin(weight: Weight, id: string): boolean {
  for (let at: Weight | null = weight; at; at = at.around) if (at.id === id) return true;
  return false;
}
