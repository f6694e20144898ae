import type { AuditedEntity } from '../audit/audit-event.js';

/** What a deploy token gives access to; never the management API (contract: registry §8). */
export const DEPLOY_TOKEN_SCOPES = [
  'read_repository',
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
] as const;

/** A deploy token as shown in lists, without its value. Times are ISO 8601 text. */
export interface DeployToken {
  readonly id: number;
  readonly name: string;
  /** The token is only valid with this user name. */
  readonly username: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
}

/** The project or group that the token belongs to. */
export interface DeployTokenContainer {
  readonly type: 'project' | 'group';
  readonly id: number;
  readonly audited: AuditedEntity;
}

/** A deploy token as presented by a client. */
export interface PresentedDeployToken {
  readonly id: number;
  readonly username: string;
  /**
   * The only project that it is valid for, or the group for whose projects, including those of subgroups, it is valid.
   */
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly scopes: readonly string[];
  /** Neither expired nor revoked. */
  readonly isLive: boolean;
}

/** A project, and the groups above it. */
export interface DeployedProject {
  readonly projectId: number;
  readonly groupIds: readonly number[];
}

/** Whether the token is valid for this project. */
export const reaches = (
  { projectId, groupId }: Pick<PresentedDeployToken, 'projectId' | 'groupId'>,
  project: DeployedProject,
): boolean => projectId === project.projectId || (groupId !== null && project.groupIds.includes(groupId));
