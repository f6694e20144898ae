import { Injectable } from '@nestjs/common';
import { mayCall } from '../../access/route-rights.js';
import { sees } from '../../access/sees.js';
import { Batch } from '../../graphql/batch.js';
import { notPermitted } from '../../graphql/graphql-errors.js';
import type { GraphqlContext } from '../../graphql/graphql-context.js';
import { levelOf } from '../project.js';
import type { Project } from '../project.js';
import { ProjectsRepository } from '../projects.repository.js';

/** A route of REST, whose `@Allow` says who may do the same by GraphQL. */
export interface RouteOf<C extends object> {
  readonly controller: { readonly name: string; readonly prototype: C };
  readonly method: keyof C & string;
}

/** Projects that the caller of a document sees, for all parts of the schema (contract: scim-graphql §B1). */
@Injectable()
export class GraphqlProjectsService {
  private readonly all = new Batch<null, Project>(async (ids, _args, { caller }) => {
    const found = await this.projects.findAll(ids, caller);
    return new Map(
      found
        .filter((project) => sees(caller, project.visibility, levelOf(project)))
        .map((project) => [project.id, project]),
    );
  });

  constructor(private readonly projects: ProjectsRepository) {}

  /** Null for a hidden or missing one. */
  async find(id: number, context: GraphqlContext): Promise<Project | null> {
    return (await this.all.load(id, null, context)) ?? null;
  }

  async findByPath(path: string, { caller }: GraphqlContext): Promise<Project | null> {
    const project = await this.projects.findByPath(path, caller);
    return project && sees(caller, project.visibility, levelOf(project)) ? project : null;
  }

  /** The project of this id, for those whom REST would let call the route. Throws FORBIDDEN. */
  async permitted<C extends object>(
    id: number | undefined,
    context: GraphqlContext,
    route: RouteOf<C>,
  ): Promise<Project> {
    return permitted(id === undefined ? null : await this.find(id, context), context, route);
  }

  /** Whether the project takes changes, and REST would let the caller call the route. */
  async mayChange<C extends object>(id: number, context: GraphqlContext, route: RouteOf<C>): Promise<boolean> {
    const project = await this.find(id, context);
    return project !== null && !project.archived && mayOnProject(project, context, route);
  }

  /** Finds the project by its path and answers it as {@link permitted} does. */
  async permittedByPath<C extends object>(path: string, context: GraphqlContext, route: RouteOf<C>): Promise<Project> {
    return permitted(await this.findByPath(path, context), context, route);
  }
}

/** Whether REST would let the caller call this route of a project. */
export const mayOnProject = <C extends object>(
  project: Project,
  { caller }: GraphqlContext,
  { controller, method }: RouteOf<C>,
): boolean => mayCall(controller, method, caller, levelOf(project));

function permitted<C extends object>(project: Project | null, context: GraphqlContext, route: RouteOf<C>): Project {
  if (!project || !mayOnProject(project, context, route)) {
    throw notPermitted();
  }
  return project;
}
