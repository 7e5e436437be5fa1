import { expect, it } from 'vitest';
import { wireAddress } from './address-header.ts';

it.each([
  ['a@münchen.example', 'a@xn--mnchen-3ya.example'],
  ['a@b．EXAMPLE', 'a@b.example'],
  // Their wide signs would part the header into further addresses, and a number would become the address of a computer.
  ['a@b，c.example', 'a@b，c.example'],
  ['a@b＂c.example', 'a@b＂c.example'],
  ['a@1.1', 'a@1.1'],
])('writes %s as %s', (address, written) => expect(wireAddress(address)).toBe(written));
