/** The account that the database server runs as. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user is `nobody` of common systems: PostgreSQL refuses to run as root, and initdb requires a user in /etc/passwd.
 * The group is the server's own: other processes of `nobody` do not have it, and only this group may enter the
 * directory of the cluster and the socket.
 */
const NOBODY: ServerAccount = { uid: 65_534, gid: 64_731 };

/** Whether the account has a group of its own. */
export const hasOwnGroup = ({ gid }: ServerAccount): boolean => gid === NOBODY.gid;

/** Returns the account for a server started by root; undefined for other callers, whose own account is used. */
export function serverAccount(): ServerAccount | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}
