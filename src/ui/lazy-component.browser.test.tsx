import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  ErrorBoundary,
  LazyBoundary,
  lazyComponent,
  loadMissingParts,
  type AnyLazyComponent,
  useLoaded,
  watchMissingParts,
} from './lazy-component.tsx';

interface GreetingProps {
  readonly name: string;
}
const Greeting = ({ name }: GreetingProps) => <p>{`Hello ${name}`}</p>;

const Broken = (): never => {
  throw new Error('broken');
};

function All({ parts }: { readonly parts: readonly AnyLazyComponent[] }) {
  return useLoaded(parts) ? 'all there' : 'waiting';
}

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let place: HTMLElement;
let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

it('is drawn in the first rendering where its code is there', async () => {
  const part = lazyComponent(async () => Greeting);
  await part.preload();
  act(() => root.render(<LazyBoundary part={part} props={{ name: 'Ada' }} pending="…" />));
  expect(place.textContent).toBe('Hello Ada');
});

it('draws what is pending, and the component as soon as its code is there', async () => {
  const code = Promise.withResolvers<typeof Greeting>();
  const part = lazyComponent(() => code.promise);
  act(() => root.render(<LazyBoundary part={part} props={{ name: 'Ada' }} pending="…" />));
  expect(place.textContent).toBe('…');
  await act(async () => code.resolve(Greeting));
  expect(place.textContent).toBe('Hello Ada');
});

it('draws the fallback where the code does not load, and loads again with the next mount', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const part = lazyComponent<GreetingProps>(load, ({ name }) => `No greeting for ${name}`);
  await act(async () => root.render(<LazyBoundary key="first" part={part} props={{ name: 'Ada' }} />));
  expect(place.textContent).toBe('No greeting for Ada');
  await act(async () => root.render(<LazyBoundary key="second" part={part} props={{ name: 'Ada' }} />));
  expect(place.textContent).toBe('Hello Ada');
  expect(load).toHaveBeenCalledTimes(2);
});

it('loads again for all that show it once the next one mounts, or the connection is back, and tells when nothing is missing', async () => {
  const failed = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(failed);
  const part = lazyComponent<GreetingProps>(load, ({ name }) => `No greeting for ${name}`);
  const silent = lazyComponent(vi.fn(async () => Greeting).mockRejectedValueOnce(failed));
  const isAnyMissing: boolean[] = [];
  watchMissingParts((isAny) => isAnyMissing.push(isAny));
  const draw = (names: readonly string[]) =>
    act(async () => {
      const each = names.map((name) => <LazyBoundary key={name} part={part} props={{ name }} />);
      root.render([...each, <LazyBoundary key="silent" part={silent} props={{ name: 'you' }} />]);
    });
  await draw(['Ada']);
  expect(place.textContent).toBe('No greeting for Ada');
  expect(isAnyMissing).toEqual([true]);
  await act(async () => loadMissingParts());
  expect(place.textContent).toBe('Hello AdaHello you');
  expect(isAnyMissing).toEqual([true, false]);
  await draw(['Ada', 'Max']);
  expect(load).toHaveBeenCalledTimes(2);
});

it('leaves what stands in for a field to whoever types in it, and loads the code again afterwards', async () => {
  document.body.append(place);
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const part = lazyComponent<GreetingProps>(load, ({ name }) => <input aria-label={name} />);
  await act(async () => root.render(<LazyBoundary part={part} props={{ name: 'Ada' }} />));
  const input = place.querySelector('input');
  input?.focus();
  await act(async () => loadMissingParts());
  expect(place.querySelector('input')).toBe(input);
  await act(async () => input?.blur());
  expect(place.textContent).toBe('Hello Ada');
  place.remove();
});

it('is missed no more once what needed it has gone', async () => {
  const part = lazyComponent<GreetingProps>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const isAnyMissing: boolean[] = [];
  watchMissingParts((isAny) => isAnyMissing.push(isAny));
  await act(async () => root.render(<LazyBoundary part={part} props={{ name: 'Ada' }} />));
  await act(async () => root.render(null));
  expect(isAnyMissing).toEqual([true, false]);
});

it('loads once for all that show it', async () => {
  const load = vi.fn(async () => Greeting);
  const part = lazyComponent(load);
  const pair = ['Ada', 'Max'].map((name) => <LazyBoundary key={name} part={part} props={{ name }} />);
  await act(async () => root.render(pair));
  expect(place.textContent).toBe('Hello AdaHello Max');
  expect(load).toHaveBeenCalledTimes(1);
});

it('draws the fallback where the component itself fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const part = lazyComponent<GreetingProps>(
    async () => Broken,
    () => 'Without it',
  );
  await act(async () => root.render(<LazyBoundary part={part} props={{ name: 'Ada' }} />));
  expect(place.textContent).toBe('Without it');
});

it('passes the error of a component that fails on, where nothing would be left in its place', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const part = lazyComponent<GreetingProps>(async () => Broken);
  const drawn = (
    <ErrorBoundary fallback="Try again">
      <LazyBoundary part={part} props={{ name: 'Ada' }} />
    </ErrorBoundary>
  );
  await act(async () => root.render(drawn));
  expect(place.textContent).toBe('Try again');
});

it('tells when the code of several is there, those that failed included', async () => {
  const code = Promise.withResolvers<typeof Greeting>();
  const failing = lazyComponent<GreetingProps>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const parts = [failing, lazyComponent(() => code.promise)];
  await act(async () => root.render(<All parts={parts} />));
  expect(place.textContent).toBe('waiting');
  await act(async () => code.resolve(Greeting));
  expect(place.textContent).toBe('all there');
});
