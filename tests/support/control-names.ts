import type { Page } from 'playwright/test';

const controlRoles = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'checkbox',
  'radio',
  'switch',
  'combobox',
  'slider',
  'spinbutton',
  'menuitem',
]);

interface Node {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
}

/** The controls of the page's main part and of an open dialog, as the browser names them to screen readers: a role and a name. */
export async function controlNames(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes }: { nodes: readonly Node[] } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const ancestors = (node: Node): readonly Node[] => {
    const parent = node.parentId === undefined ? undefined : byId.get(node.parentId);
    return parent ? [parent, ...ancestors(parent)] : [];
  };
  return nodes.flatMap((node) => {
    const role = node.role?.value ?? '';
    const above = ancestors(node);
    if (node.ignored || !controlRoles.has(role) || !above.some((one) => ['main', 'dialog'].includes(one.role?.value ?? ''))) return [];
    // A screen reader says the name of the group with each of its radio buttons.
    const group = role === 'radio' ? above.find((one) => one.role?.value === 'radiogroup')?.name?.value : undefined;
    return [`${role} “${[group, node.name?.value ?? ''].filter((text) => text !== undefined).join(': ')}”`];
  });
}

/** The controls without a name, and those that share their name with another. */
export function unclearNames(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => /“(?:.*: )?”$/u.test(name) || names.indexOf(name) !== at);
}
