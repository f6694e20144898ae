import { Controller, Get } from '@nestjs/common';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Paging } from '../../../core/access/request.decorators.js';
import { AvailableKinds } from './available-kinds.js';
import { IntegrationKindSchema, presentKind } from './integration-kind.presenter.js';

/** Descriptors from which a client builds its forms (contract: integrations §12). */
@Controller('integration_kinds')
@Allow({ on: 'instance' })
export class IntegrationKindsController {
  constructor(private readonly kinds: AvailableKinds) {}

  @Get()
  @Answers([IntegrationKindSchema])
  list(@Paging('none') page: PageRequest) {
    return pageOf(this.kinds.all, page).map(presentKind);
  }
}
