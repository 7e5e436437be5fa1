import { Monitor, Moon, Sun } from 'lucide-react';
import { Segmented } from './segmented.tsx';

export type ThemeChoice = 'system' | 'light' | 'dark';

export const themeOptions = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const;

export function ThemeSwitch({
  id,
  value,
  onChange,
}: {
  readonly id: string;
  readonly value: ThemeChoice;
  readonly onChange: (value: ThemeChoice) => void;
}) {
  return <Segmented id={id} aria-label="Theme" value={value} options={themeOptions} onChange={onChange} />;
}
