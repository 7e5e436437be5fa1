import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LazyBoundary, lazyComponent, type AnyLazyComponent, useLoaded } from './lazy-component.tsx';

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

it('tells when the code of several is there, those that failed included', async () => {
  const code = Promise.withResolvers<typeof Greeting>();
  const failing = lazyComponent<GreetingProps>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const parts = [failing, lazyComponent(() => code.promise)];
  await act(async () => root.render(<All parts={parts} />));
  expect(place.textContent).toBe('waiting');
  await act(async () => code.resolve(Greeting));
  expect(place.textContent).toBe('all there');
});
