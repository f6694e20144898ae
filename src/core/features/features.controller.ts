import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { pageOf } from '../../common/pagination/page-of.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, TextParam } from '../access/request.decorators.js';
import { SetFeatureInput } from './features.dto.js';
import { FeatureSchema, presentFeature } from './feature.presenter.js';
import { isFeature } from './features.js';
import type { FeatureName } from './features.js';
import { FeaturesService } from './features.service.js';

/** python-gitlab writes two slashes before the name (contract: conventions §20). */
const BY_NAME = [':name', '//:name'];

/** Contract: conventions §16. */
@Controller('features')
@Allow({ on: 'instance', role: 'admin' })
export class FeaturesController {
  constructor(private readonly features: FeaturesService) {}

  @Get()
  @Answers([FeatureSchema])
  async list(@Paging('none') page: PageRequest) {
    return pageOf(await this.features.list(), page).map(presentFeature);
  }

  @Post(BY_NAME)
  @Answers(FeatureSchema)
  async set(@TextParam('name') name: string, @Input() { value }: SetFeatureInput, @Me() me: Caller) {
    return presentFeature(await this.features.set(known(name), value, me));
  }

  @Delete(BY_NAME)
  @HttpCode(204)
  @Answers(null)
  reset(@TextParam('name') name: string, @Me() me: Caller) {
    return this.features.reset(known(name), me);
  }
}

function known(name: string): FeatureName {
  if (!isFeature(name)) {
    throw notFound('Feature');
  }
  return name;
}
