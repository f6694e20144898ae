/** Whom the database server runs as. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** The account `nobody` of common systems: PostgreSQL refuses to run as root, and initdb wants one that /etc/passwd knows. */
const NOBODY: ServerAccount = { uid: 65_534, gid: 65_534 };

/** Another account than the caller's, which only root needs; undefined for everybody else. */
export function serverAccount(): ServerAccount | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}
