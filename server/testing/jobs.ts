import { threadId } from 'node:worker_threads';

export type TestJob =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'forever' }
  | { readonly kind: 'fill' }
  | { readonly kind: 'throw' }
  /** Answers once the first of `latch` is no longer 0. */
  | { readonly kind: 'wait'; readonly latch: Int32Array };

/** The jobs of a test's worker thread. */
export function runTestJob(job: TestJob): { readonly text: string; readonly threadId: number } {
  switch (job.kind) {
    case 'answer':
      return { text: job.text, threadId };
    case 'forever':
      for (;;);
    case 'fill': {
      // In small steps: a single step that needs more than the remaining memory ends the process, and no limit of a thread prevents it.
      let full: unknown = null;
      for (let i = 0; ; i += 1) full = { before: full, text: `a string that is of no use to anybody ${i}` };
    }
    case 'throw':
      throw new RangeError('the job is broken');
    case 'wait':
      Atomics.wait(job.latch, 0, 0);
      return { text: 'through', threadId };
  }
}
