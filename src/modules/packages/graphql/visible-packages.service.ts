import { Injectable } from '@nestjs/common';
import { notPermitted } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlProjectsService, mayOnProject } from '../../../core/projects/graphql/graphql-projects.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { mayReadPackages } from '../access/package-project.resolver.js';
import { PackagesController } from '../management/packages.controller.js';
import { PackagesRepository } from '../management/packages.repository.js';
import type { Package } from '../package.js';

const DELETION = { controller: PackagesController, method: 'delete' } as const;

/** A package and the project that determines the rights on it. */
export interface PackageInProject {
  readonly shown: Package;
  readonly project: Project;
}

/** Finds packages that the caller of a document may read or delete (contract: packages §2). */
@Injectable()
export class VisiblePackagesService {
  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly packages: PackagesRepository,
    private readonly env: Env,
  ) {}

  mayRead(project: Project, { caller }: GraphqlContext): boolean {
    return this.env.packages.enabled && mayReadPackages(project, caller);
  }

  async find(id: number, context: GraphqlContext): Promise<Package | null> {
    const shown = await this.packages.findAnywhere(id);
    return shown && (await this.projectOf(shown, context)) ? shown : null;
  }

  /** Returns packages in the order of the ids. Throws FORBIDDEN unless the caller may delete every one. */
  async deletable(ids: readonly number[], context: GraphqlContext): Promise<PackageInProject[]> {
    const found = await this.packages.findDeletable(ids);
    return Promise.all(
      ids.map(async (id) => {
        const shown = found.find((one) => one.id === id);
        const project = shown && (await this.projectOf(shown, context));
        if (!project || !mayOnProject(project, context, DELETION)) {
          throw notPermitted();
        }
        return { shown, project };
      }),
    );
  }

  /** Whether the caller may currently delete packages of this project. */
  mayDelete(projectId: number, context: GraphqlContext): Promise<boolean> {
    return this.projects.mayChange(projectId, context, DELETION);
  }

  /** Null if the caller may not read the packages of the project. */
  private async projectOf({ projectId }: Package, context: GraphqlContext): Promise<Project | null> {
    const project = await this.projects.find(projectId, context);
    return project && this.mayRead(project, context) ? project : null;
  }
}
