const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/** The path and query of a target; clients may send the whole address, whose host is not asked (RFC 9112 3.2.2). */
export function originForm(target: string): string {
  const rest = target.replace(AUTHORITY, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
}
