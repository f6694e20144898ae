import { Controller, Get } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Env } from '../../platform/config/env.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, Target } from '../access/request.decorators.js';
import { ListNamespacesQuery } from './namespaces.dto.js';
import { NamespaceTargetResolver } from './namespace-target.resolver.js';
import { NamespaceSchema, presentNamespace } from './namespace.presenter.js';
import type { Namespace } from './namespace.js';
import { NamespacesService } from './namespaces.service.js';

/** Contract: core §9. */
@Controller('namespaces')
export class NamespacesController {
  constructor(
    private readonly namespaces: NamespacesService,
    private readonly env: Env,
  ) {}

  @Get()
  @Allow({ on: 'instance' })
  @Answers([NamespaceSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListNamespacesQuery) {
    const filters = { search: query.search, ownedOnly: query.owned_only };
    return (await this.namespaces.list(filters, page, me)).map((namespace) =>
      presentNamespace(namespace, this.env.baseUrl),
    );
  }

  @Get(':id')
  @Allow({ on: NamespaceTargetResolver })
  @Answers(NamespaceSchema)
  show(@Target() namespace: Namespace) {
    return presentNamespace(namespace, this.env.baseUrl);
  }
}
