import {
  dataOf,
  type Fields,
  type Interval,
  isOf,
  numberIn,
  numbersIn,
  recordIn,
  recordsIn,
  textIn,
  type Thread,
  type TraceEvent,
} from './events.ts';

export interface Frame {
  readonly name: string;
  /** Empty for what the engine itself does, and for scripts that were not loaded from an address. */
  readonly url: string;
  readonly isScript: boolean;
  /** Of the function, from 0. */
  readonly line: number;
  readonly column: number;
}

/** The stack of calls, innermost first, until the next sample. */
export interface Sample extends Interval {
  readonly stack: readonly Frame[];
  /** Where in the innermost function, from 1; 0 where it is not known. */
  readonly line: number;
  readonly column: number;
}

interface Node {
  readonly frame: Frame;
  readonly parent: number | null;
}

function frameOf(node: Fields): Frame {
  const call = recordIn(node, 'callFrame') ?? {};
  return {
    name: textIn(call, 'functionName'),
    url: textIn(call, 'url'),
    // What the engine and the browser bring has no script.
    isScript: (numberIn(call, 'scriptId') ?? 0) > 0,
    line: numberIn(call, 'lineNumber') ?? 0,
    column: numberIn(call, 'columnNumber') ?? 0,
  };
}

/** The samples of one thread's CPU profile. */
export function samplesOf(events: readonly TraceEvent[], thread: Thread): readonly Sample[] {
  const profile = events.find((event) => event.name === 'Profile' && isOf(thread)(event));
  if (!profile) return [];
  const nodes = new Map<number, Node>();
  const stackOf = (id: number): readonly Frame[] => {
    const stack: Frame[] = [];
    for (let node = nodes.get(id); node; node = node.parent === null ? undefined : nodes.get(node.parent)) stack.push(node.frame);
    return stack;
  };
  const stacks = new Map<number, readonly Frame[]>();
  let at = numberIn(dataOf(profile), 'startTime') ?? profile.ts;
  const taken: { readonly at: number; readonly node: number; readonly line: number; readonly column: number }[] = [];
  for (const chunk of events) {
    if (chunk.name !== 'ProfileChunk' || chunk.id !== profile.id || chunk.pid !== profile.pid) continue;
    const data = dataOf(chunk);
    const cpu = recordIn(data, 'cpuProfile') ?? {};
    for (const node of recordsIn(cpu, 'nodes')) {
      const id = numberIn(node, 'id');
      if (id !== null) nodes.set(id, { frame: frameOf(node), parent: numberIn(node, 'parent') });
    }
    const [deltas, lines, columns] = [numbersIn(data, 'timeDeltas'), numbersIn(data, 'lines'), numbersIn(data, 'columns')];
    for (const [i, node] of numbersIn(cpu, 'samples').entries()) {
      at += deltas[i] ?? 0;
      taken.push({ at, node, line: lines[i] ?? 0, column: columns[i] ?? 0 });
    }
  }
  taken.sort((one, other) => one.at - other.at);
  return taken.map(({ at: from, node, line, column }, i) => {
    const stack = stacks.get(node) ?? stackOf(node);
    stacks.set(node, stack);
    return { from, to: taken[i + 1]?.at ?? from, stack, line, column };
  });
}
