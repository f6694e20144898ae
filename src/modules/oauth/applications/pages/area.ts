import { adminLayout } from '../../../../platform/views/admin-layout.js';
import type { Insert, Safe } from '../../../../platform/views/html.js';
import { layout } from '../../../../platform/views/layout.js';
import type { PageFacts } from '../../../../platform/views/layout.js';

/** Base path of the pages, and whether they are for administrators. */
export interface Area {
  readonly base: '/oauth/applications' | '/admin/applications';
  readonly title: string;
  readonly isAdmin: boolean;
}

export const areaLayout = ({ isAdmin }: Area, facts: PageFacts, content: Insert): Safe =>
  isAdmin ? adminLayout('Applications', facts, content) : layout(facts, content);
