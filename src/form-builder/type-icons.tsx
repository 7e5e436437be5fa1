import {
  AlignLeft,
  AtSign,
  Calendar,
  CircleDot,
  CircleHelp,
  Columns2,
  Hash,
  Heading,
  Link,
  ListChecks,
  type LucideIcon,
  Phone,
  Pilcrow,
  SquareCheck,
  SquareChevronDown,
  TextCursorInput,
} from 'lucide-react';
import type { FormFieldType } from '#contract/forms/form-field.ts';

/** Exhaustive by type. */
export const typeIcons: { readonly [T in FormFieldType | 'unread']: LucideIcon } = {
  text: TextCursorInput,
  textarea: AlignLeft,
  number: Hash,
  email: AtSign,
  phone: Phone,
  url: Link,
  checkbox: SquareCheck,
  checkboxes: ListChecks,
  select: SquareChevronDown,
  radio: CircleDot,
  date: Calendar,
  heading: Heading,
  paragraph: Pilcrow,
  columns: Columns2,
  unread: CircleHelp,
};
