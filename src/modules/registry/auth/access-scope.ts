/**
 * What a token may do with a repository; `*` must be requested explicitly and is granted only as `*` (contract:
 * registry §5).
 */
export const REGISTRY_ACTIONS = ['pull', 'push', 'delete', '*'] as const;
export type RegistryAction = (typeof REGISTRY_ACTIONS)[number];

/** A scope as a client requests it, and as a token grants it. */
export type AccessScope =
  | { readonly type: 'repository'; readonly name: string; readonly actions: readonly RegistryAction[] }
  | { readonly type: 'registry'; readonly name: 'catalog'; readonly actions: readonly ['*'] };

const isAction = (text: string): text is RegistryAction => REGISTRY_ACTIONS.some((action) => action === text);

/** Parses the scopes in the parameter's values; malformed and unknown ones are left out (contract: registry §5). */
export function readScopes(values: readonly string[]): AccessScope[] {
  return values
    .flatMap((value) => value.split(' '))
    .filter((text) => text !== '')
    .flatMap((text) => readScope(text) ?? []);
}

/** Parses `type:name:actions`, split from the right because names may contain `host:port`. */
function readScope(text: string): AccessScope | undefined {
  const actionsAt = text.lastIndexOf(':');
  const typeEnds = text.indexOf(':');
  if (actionsAt <= typeEnds) {
    return undefined;
  }
  const type = text.slice(0, typeEnds);
  const name = text.slice(typeEnds + 1, actionsAt);
  const actions = text.slice(actionsAt + 1);
  if (type === 'registry') {
    return name === 'catalog' && actions === '*' ? { type, name, actions: ['*'] } : undefined;
  }
  return type === 'repository' ? { type, name: name.toLowerCase(), actions: readActions(actions) } : undefined;
}

const readActions = (text: string): RegistryAction[] => [...new Set(text.split(',').filter(isAction))];
