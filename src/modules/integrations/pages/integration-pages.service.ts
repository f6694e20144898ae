import { Injectable } from '@nestjs/common';
import { Role } from '../../../core/access/role.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { AvailableKinds } from '../settings/available-kinds.js';

/** A project and one of the kinds, for the pages about the kind. */
export interface KindPageContext extends ProjectPageContext {
  readonly kind: IntegrationKind;
}

/** Checks access to the pages of integrations, which are for Maintainers (contract: integrations §1). */
@Injectable()
export class IntegrationPagesService {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly kinds: AvailableKinds,
  ) {}

  /** Throws 404, 403. */
  open(path: string, web: WebContext): Promise<ProjectPageContext> {
    return this.projects.openFor(Role.Maintainer, path, web);
  }

  /** Throws 404, 403; also 404 for an unknown kind. */
  async openKind(path: string, slug: string, web: WebContext): Promise<KindPageContext> {
    const context = await this.open(path, web);
    return { ...context, kind: this.kinds.get(slug) };
  }
}
