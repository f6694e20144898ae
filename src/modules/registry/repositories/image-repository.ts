import type { AuditedEntity } from '../../../core/audit/audit-event.js';

/** A repository that exists, and the project that contains it. */
export interface ImageRepository {
  readonly id: number;
  /** The part of its path after the project's. */
  readonly name: string;
  readonly projectId: number;
  readonly projectPath: string;
  /** Groups above the project, top first. */
  readonly groupIds: readonly number[];
}

/** The target of a push; its repository is created with the first blob. */
export type PushTarget = Omit<ImageRepository, 'id'>;

export const imagePathOf = ({ projectPath, name }: PushTarget): string =>
  name === '' ? projectPath : `${projectPath}/${name}`;

/** The project as an entity of the audit log. */
export const auditedProjectOf = ({ projectId, projectPath, groupIds }: PushTarget): AuditedEntity => ({
  type: 'Project',
  id: projectId,
  path: projectPath,
  groupIds,
});
