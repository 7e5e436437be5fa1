/** Every millisecond of a step is in exactly one of these. */
export const spans = {
  network: 'network',
  serviceWorker: 'service worker',
  browser: 'browser',
  parse: 'parse and compile',
  evaluate: 'evaluate modules',
  indexedDb: 'IndexedDB',
  machines: 'machines',
  store: 'store',
  router: 'router',
  react: 'React',
  ui: 'Ark, Zag and `src/ui`',
  console: 'other console code',
  style: 'style and layout',
  paint: 'paint',
  frame: 'wait for a frame',
  timer: 'wait for a timer',
  gc: 'garbage collection',
  measuring: 'the measurement',
  processor: 'wait for a processor',
  idle: 'idle',
} as const;
export type Span = keyof typeof spans;
export const spanNames = Object.keys(spans) as readonly Span[];

const families: readonly (readonly [RegExp, Span])[] = [
  [/^node_modules\/(xstate|@xstate)\/|^machines\//, 'machines'],
  [/^node_modules\/dexie\/|^db\//, 'store'],
  [/^node_modules\/@tanstack\//, 'router'],
  [/^node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//, 'react'],
  [/^node_modules\/(@ark-ui|@zag-js|@floating-ui|@internationalized|lucide-react|@dnd-kit)\/|^src\/ui\/|^styled-system\//, 'ui'],
];

/** To whom a source file belongs. */
export const spanOfFile = (file: string): Span => families.find(([path]) => path.test(file))?.[1] ?? 'console';

export type EventKind = Span | 'script' | 'evaluating';

const kinds: readonly (readonly [RegExp, EventKind])[] = [
  [/^(MinorGC|MajorGC|BlinkGC|V8\.GC)/, 'gc'],
  [/^CpuProfiler::/, 'measuring'],
  // What V8 compiles once more, because it is called often, is among it.
  [
    /^(ParseHTML$|ParseAuthorStyleSheet|V8\.(Compile|Produce|Parse|PreParse|Deserialize|Maglev|Optimize|Finalize|MarkCandidates|OffThread|Bytecode|Baseline|TurboFan|Sparkplug))/i,
    'parse',
  ],
  [/^(UpdateLayoutTree|Layout|RecalculateStyles)$/, 'style'],
  [/^(Paint|PrePaint|Layerize|Commit|CompositeLayers|UpdateLayer|ScrollLayer|HitTest)$/, 'paint'],
  [/^IDB/, 'indexedDb'],
  [/^(v8\.evaluateModule|EvaluateScript)$/, 'evaluating'],
  [
    /^(FunctionCall|v8\.callFunction|v8\.run|v8\.newInstance|RunMicrotasks|EventDispatch|TimerFire|FireAnimationFrame|FireIdleCallback)$/,
    'script',
  ],
];

/** What a thread does in a trace event of this name; null where the name says nothing, and the event around it counts. */
export const kindOfEvent = (name: string): EventKind | null => kinds.find(([pattern]) => pattern.test(name))?.[1] ?? null;
