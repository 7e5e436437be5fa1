/** The number of elements that a browser draws, with repetitions by references: a few nested ones make millions. */
export const maxDrawn = 200_000;
/** The maximum length of a chain of references and of elements with ids, each inside the one before. */
const maxChain = 1000;

/** What an element draws, for the weight of the drawing. */
export interface Weight {
  /** Elements without a separate weight, itself included. */
  count: number;
  /** Ids that are drawn again in it. */
  readonly repeats: string[];
  /** Elements inside it with a separate weight. */
  readonly holds: Weight[];
}

const newWeight = (): Weight => ({ count: 0, repeats: [], holds: [] });

/** How much a drawing draws, by its elements, their ids and what refers to them. */
export class DrawingWeight {
  readonly whole = newWeight();
  private readonly byId = new Map<string, Weight>();

  /** As in a browser, an id belongs to its first element: a second one is weighed with its surroundings. */
  of(id: string | undefined, around: Weight): Weight {
    if (id === undefined || this.byId.has(id)) return around;
    const weight = newWeight();
    this.byId.set(id, weight);
    around.holds.push(weight);
    return weight;
  }

  /** Infinite for a drawing that contains itself. References in a style element are not counted. */
  drawn(weight: Weight = this.whole, known = new Map<Weight, number>(), depth = 0): number {
    const before = known.get(weight);
    if (before !== undefined) return before;
    if (depth > maxChain) return Number.POSITIVE_INFINITY;
    known.set(weight, Number.POSITIVE_INFINITY);
    let sum = weight.count;
    for (const held of weight.holds) sum += this.drawn(held, known, depth + 1);
    for (const id of weight.repeats) {
      const repeated = this.named(id);
      if (repeated) sum += this.drawn(repeated, known, depth + 1);
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
