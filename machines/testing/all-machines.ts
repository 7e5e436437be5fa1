import { type AnyStateMachine, StateMachine } from 'xstate';

// Vite's, declared here since the charts compile without any platform's types.
declare global {
  interface ImportMeta {
    glob(pattern: string, options: { readonly eager: true }): Record<string, Record<string, unknown>>;
  }
}

/** Every machine that any `x.machine.ts` exports, with its file. */
export function allMachines(): readonly { readonly file: string; readonly machine: AnyStateMachine }[] {
  const modules = import.meta.glob('../**/*.machine.ts', { eager: true });
  return Object.entries(modules).flatMap(([file, exported]) =>
    Object.values(exported)
      .filter((value): value is AnyStateMachine => value instanceof StateMachine)
      .map((machine) => ({ file: file.replace('../', ''), machine })),
  );
}
