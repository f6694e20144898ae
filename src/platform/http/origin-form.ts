const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/** Returns the path and query of a target. Clients may send the whole URL, whose host is ignored (RFC 9112 3.2.2). */
export function originForm(target: string): string {
  const rest = target.replace(AUTHORITY, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
}
