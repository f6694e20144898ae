import { forbidden } from '../../../common/errors/catalogue.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Role } from '../../access/role.js';
import type { WebContext } from '../../web/web-context.js';
import type { MemberContainer } from '../member.js';

interface PageFacts {
  readonly tab: string;
  readonly title: string;
  readonly notice?: string;
}

/** A project or group, for the pages about its members and tokens. */
export interface ContainerContext {
  readonly container: MemberContainer;
  /** The address of its own page; others follow it. */
  readonly address: string;
  /** From which role on people decide about members and tokens. */
  readonly managerRole: Role;
  /** Whether the caller decides about members and tokens. */
  readonly isManager: boolean;
  readonly page: (facts: PageFacts, content: Insert) => Safe;
}

/** Finds the project, or the group, of a page: core/projects and core/groups have one each. */
export interface ContainerContexts {
  /** Throws 404. */
  open(path: string, web: WebContext): Promise<ContainerContext>;
}

/** Throws 403 for all others. */
export function refuseUnlessManager({ isManager }: ContainerContext): void {
  if (!isManager) {
    throw forbidden();
  }
}
