import { createContext, type ReactNode, useContext } from 'react';

const Inside = createContext(false);

/** The page's main landmark, and the skip link's target. A page has only one: inside another it renders a `div`. */
export function Main({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  if (useContext(Inside)) return <div className={className}>{children}</div>;
  return (
    <Inside value={true}>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
    </Inside>
  );
}
