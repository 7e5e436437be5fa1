import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

interface TestRoot {
  readonly place: HTMLElement;
  readonly root: Root;
}

/**
 * A React root in an element of the page: a new one for each test of the file, and gone after it. Called at the top of the file, so that
 * the file's own hooks find it. `run`: `act`, in files that set its environment.
 */
export function rootForEach(run: (work: () => void) => void = (work) => work()): TestRoot {
  let current: TestRoot | null = null;
  beforeEach(() => {
    const place = document.body.appendChild(document.createElement('div'));
    current = { place, root: createRoot(place) };
  });
  afterEach(() => {
    run(() => current?.root.unmount());
    current?.place.remove();
    current = null;
  });
  const now = (): TestRoot => {
    if (current === null) throw new Error('no test is running');
    return current;
  };
  return {
    get place() {
      return now().place;
    },
    get root() {
      return now().root;
    },
  };
}
