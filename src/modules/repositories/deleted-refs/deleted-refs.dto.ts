import { Filter, OneOf, Text } from '../../../common/params/param.decorators.js';

/** Contract: git §10.1. */
export class ListDeletedRefsQuery {
  @OneOf(['branch', 'tag']) type?: string;
  @Filter() search?: string;
}

export class RestoreRefInput {
  @Text({ hasDefault: true }) name?: string;
}
