import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { sees } from '../access/sees.js';
import { TargetResolver } from '../access/target-resolver.js';
import type { ResolvedTarget } from '../access/target-resolver.js';
import { NamespacesRepository } from './namespaces.repository.js';

/** `:id` of `/namespaces/:id`: digits are the id, everything else the full path. */
@Injectable()
export class NamespaceTargetResolver extends TargetResolver {
  override readonly resourceName = 'Namespace';

  constructor(private readonly namespaces: NamespacesRepository) {
    super();
  }

  /** Personal namespaces are visible to everyone who is signed in; groups are as visible as elsewhere. */
  override async resolve(
    { id = '' }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const namespace = await (/^\d+$/.test(id) ? this.byId(Number(id), caller) : this.namespaces.findByPath(id, caller));
    return namespace && sees(caller, namespace.visibility ?? 'public', namespace.level)
      ? { record: namespace, level: namespace.level }
      : null;
  }

  private byId(id: number, caller: Caller) {
    return Number.isSafeInteger(id) ? this.namespaces.findSeen(id, caller) : Promise.resolve(null);
  }
}
