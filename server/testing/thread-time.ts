/**
 * The processor time that this thread needs for a run, in µs: other work on the machine does not add to it. The whole process would count what other
 * threads do meanwhile: workers and databases of earlier test files.
 */
export function threadTime(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
