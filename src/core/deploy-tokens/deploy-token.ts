import type { AuditedEntity } from '../audit/audit-event.js';

/** What a deploy token can open; never the management REST (contract: registry §8). */
export const DEPLOY_TOKEN_SCOPES = [
  'read_repository',
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
] as const;

/** A deploy token as management shows it; the value itself is nowhere. Times are ISO 8601 text. */
export interface DeployToken {
  readonly id: number;
  readonly name: string;
  /** It counts only with this user name. */
  readonly username: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
}

/** The project or group whose token it is. */
export interface DeployTokenContainer {
  readonly type: 'project' | 'group';
  readonly id: number;
  readonly audited: AuditedEntity;
}

/** A deploy token that somebody presents. */
export interface PresentedDeployToken {
  readonly id: number;
  readonly username: string;
  /** The one project it is for, or the group whose projects it is for, those of subgroups included. */
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

/** Whether the token is for this project. */
export const reaches = (
  { projectId, groupId }: Pick<PresentedDeployToken, 'projectId' | 'groupId'>,
  project: DeployedProject,
): boolean => projectId === project.projectId || (groupId !== null && project.groupIds.includes(groupId));
