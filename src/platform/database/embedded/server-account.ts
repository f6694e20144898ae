/** The account that the database server runs as. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user is `nobody` of common systems: PostgreSQL refuses to run as root, and initdb wants one that /etc/passwd
 * knows. The group is the server's own: other processes of `nobody` do not have it, and only it may enter the directory
 * that holds the cluster and the socket.
 */
const NOBODY: ServerAccount = { uid: 65_534, gid: 64_731 };

/** Whether the account has a group that nobody else has. */
export const hasOwnGroup = ({ gid }: ServerAccount): boolean => gid === NOBODY.gid;

/** Another account than the caller's, which only root needs; undefined for everybody else. */
export function serverAccount(): ServerAccount | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}
