import type { SortDirection } from '../../../common/pagination/page-request.js';
import { Filter, OneOf, Text } from '../../../common/params/param.decorators.js';
import type { TagOrder } from './tags.service.js';

const MAX_REF = 1024;
const MAX_MESSAGE = 1_000_000;

export class ListTagsQuery {
  @Filter() search?: string;
  @OneOf(['updated', 'name', 'version'], { hasDefault: true }) order_by?: TagOrder;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;
}

/** Contract: git §3.2. */
export class CreateTagInput {
  @Text({ required: true, max: MAX_REF }) tag_name: string;
  @Text({ required: true, max: MAX_REF }) ref: string;
  @Text({ max: MAX_MESSAGE }) message?: string;
}
