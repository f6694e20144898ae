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

/** A project or group in the pages about its members and tokens. */
export interface ContainerContext {
  readonly container: MemberContainer;
  /** URL of its own page and prefix of its other pages. */
  readonly address: string;
  /** Minimum role for managing members and tokens. */
  readonly managerRole: Role;
  /** Whether the caller may manage members and tokens. */
  readonly isManager: boolean;
  readonly page: (facts: PageFacts, content: Insert) => Safe;
}

/** Finds the project or group of a page: implemented once each in core/projects and core/groups. */
export interface ContainerContexts {
  /** Throws 404. */
  open(path: string, web: WebContext): Promise<ContainerContext>;
}

/** Throws 403 unless the caller may manage members and tokens. */
export function refuseUnlessManager({ isManager }: ContainerContext): void {
  if (!isManager) {
    throw forbidden();
  }
}
