import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Contributions } from '../../../platform/contributions/contributions.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { containerLayout } from '../../../platform/views/container-layout.js';
import { shownTabs } from '../../../platform/views/container-tabs.js';
import type { WebContext } from '../../web/web-context.js';
import type { Group } from '../group.js';
import { GroupByIdOrPath } from '../group-target.resolver.js';
import { GroupTabs } from './group-tabs.js';

/** A group with the context of its pages. */
export interface GroupPageContext {
  readonly group: Group;
  /** URL of the group's own page and prefix of its other pages. */
  readonly address: string;
  page(facts: { readonly tab: string; readonly title: string; readonly notice?: string }, content: Insert): Safe;
}

/** Shared parts of all pages about groups; modules contribute tabs. */
@Injectable()
export class GroupPagesService {
  constructor(
    private readonly groups: GroupByIdOrPath,
    private readonly contributions: Contributions,
  ) {}

  /** Returns the group at a path, with the visibility rules of the API. Throws 404. */
  async open(path: string, { caller, frame }: WebContext): Promise<GroupPageContext> {
    const target = /^\d+$/.test(path) ? null : await this.groups.resolveReference(path, caller);
    if (!target) {
      throw notFound('Group');
    }
    const { record: group } = target;
    const address = `/groups/${group.fullPath}`;
    const contributed = this.contributions.to(GroupTabs).flatMap(({ tabs }) => tabs);
    const shown = contributed.filter(({ least }) => least === undefined || caller.isAtLeast(least, group.level));
    const { tabs, settings } = shownTabs(shown, address);
    const crumbs = group.fullPath
      .split('/')
      .map((name, at, all) => ({ name, to: `/groups/${all.slice(0, at + 1).join('/')}` }));
    return {
      group,
      address,
      page: ({ tab, title, notice }, content) =>
        containerLayout(
          { title: `${title} · ${group.fullName}`, frame, crumbs, tabs, settings, current: tab, notice },
          content,
        ),
    };
  }
}
