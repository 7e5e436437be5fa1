import { describe, expect, it } from 'vitest';
import { acceptAttribute, fileProblem } from './file-check.ts';

const accept = ['png', '.svg', 'JPG'];

describe('fileProblem', () => {
  it('takes a known extension in any case', () => {
    expect(fileProblem({ name: 'Logo.PNG', size: 10 }, accept)).toBeNull();
    expect(fileProblem({ name: 'photo.jpg', size: 5_000_000 }, accept)).toBeNull();
  });
  it('names the extensions', () => {
    expect(fileProblem({ name: 'logo.gif', size: 10 }, accept)).toBe('Accepted file extensions (.png, .svg, .jpg).');
    expect(fileProblem({ name: 'png', size: 10 }, accept)).not.toBeNull();
  });
  it('names the size', () => expect(fileProblem({ name: 'a.png', size: 5_000_001 }, accept)).toBe('Maximum file size is 5 MB.'));
});

it('writes the filter of the file dialog', () => expect(acceptAttribute(accept)).toBe('.png,.svg,.jpg'));
