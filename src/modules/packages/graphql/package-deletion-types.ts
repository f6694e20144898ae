import { Injectable } from '@nestjs/common';
import { refuseArchived } from '../../../core/projects/archived.js';
import { readGlobalId } from '../../../core/graphql/global-id.js';
import { badUserInput } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { mutation, mutationType } from '../../../core/graphql/mutation.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { PackagesService } from '../management/packages.service.js';
import { VisiblePackagesService } from './visible-packages.service.js';

interface DestroyAllInput {
  readonly ids: readonly string[];
  readonly dryRun?: boolean | null;
}

const MAX_IDS = 100;

/** Deletes one or several packages (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class PackageDeletionTypes extends GraphqlTypes {
  override readonly definitions = `
    ${mutationType('destroyPackage', 'id: ID!')}
    ${mutationType('destroyPackages', 'ids: [ID!]! dryRun: Boolean', 'items: [Package!]')}`;

  override readonly resolvers = [
    resolversOf<unknown>('Mutation', {
      destroyPackage: mutation(async ({ id }: { readonly id: string }, context) => {
        await this.destroyAll({ ids: [id] }, context);
        return {};
      }),
      destroyPackages: mutation((input: DestroyAllInput, context) => this.destroyAll(input, context)),
    }),
  ];

  constructor(
    private readonly visible: VisiblePackagesService,
    private readonly packages: PackagesService,
  ) {
    super();
  }

  /** Deletes all of them or none; a dry run returns the packages that would be deleted. */
  private async destroyAll({ ids, dryRun }: DestroyAllInput, context: GraphqlContext) {
    if (ids.length === 0 || ids.length > MAX_IDS) {
      throw badUserInput(`ids takes 1 to ${MAX_IDS} ids`);
    }
    const wanted = [...new Set(ids.map((id) => readGlobalId('Package', id)))];
    const found = await this.visible.deletable(wanted, context);
    found.forEach(({ project }) => {
      refuseArchived(project);
    });
    if (!dryRun) {
      await this.packages.deleteAll(
        found.map(({ shown, project }) => ({ id: shown.id, project })),
        context.caller,
      );
    }
    return { items: found.map(({ shown }) => shown) };
  }
}
