import { Bool, Filter, OneOf, Text } from '../../../common/params/param.decorators.js';
import { RegexText } from '../regex-text.js';
import type { BranchSort } from './branches.service.js';

const MAX_REF = 1024;

export class ListBranchesQuery {
  @Filter() search?: string;
  @RegexText() regex?: string;
  @OneOf(['name_asc', 'updated_asc', 'updated_desc'], { hasDefault: true }) sort?: BranchSort;
}

/** Contract: git §3.1. */
export class CreateBranchInput {
  @Text({ required: true, max: MAX_REF }) branch: string;
  @Text({ required: true, max: MAX_REF }) ref: string;
}

export class DeleteMergedInput {
  @Bool() dry_run?: boolean;
}
