import type { Role } from '../../../core/access/role.js';
import type { DeployTokenContainer } from '../../../core/deploy-tokens/deploy-token.js';
import type { MemberContainer } from '../../../core/members/member.js';
import type { Insert, Safe } from '../../../platform/views/html.js';

interface PageFacts {
  readonly tab: string;
  readonly title: string;
  readonly notice?: string;
}

/** A project or group, for the pages about its members and tokens. */
export interface ContainerContext {
  readonly container: MemberContainer;
  readonly deployed: DeployTokenContainer;
  /** The address of its own page; others follow it. */
  readonly address: string;
  /** The least role that may manage members and tokens. */
  readonly managerRole: Role;
  /** Whether the viewer may manage members and tokens. */
  readonly isManager: boolean;
  readonly page: (facts: PageFacts, content: Insert) => Safe;
}
