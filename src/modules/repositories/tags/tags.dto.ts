import type { SortDirection } from '../../../common/pagination/page-request.js';
import { Filter, OneOf, Text } from '../../../common/params/param.decorators.js';
import type { TagOrder } from './tags.service.js';
import { RefText } from '../ref-text.js';

const MAX_MESSAGE = 1_000_000;

export class ListTagsQuery {
  @Filter() search?: string;
  @OneOf(['updated', 'name', 'version'], { hasDefault: true }) order_by?: TagOrder;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;
}

/** Contract: git §3.2. */
export class CreateTagInput {
  @RefText({ required: true }) tag_name: string;
  @RefText({ required: true }) ref: string;
  @Text({ max: MAX_MESSAGE }) message?: string;
}
