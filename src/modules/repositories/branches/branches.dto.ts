import { Bool, Filter, OneOf } from '../../../common/params/param.decorators.js';
import { RegexText } from '../regex-text.js';
import type { BranchSort } from './branches.service.js';
import { RefText } from '../ref-text.js';

export class ListBranchesQuery {
  @Filter() search?: string;
  @RegexText() regex?: string;
  @OneOf(['name_asc', 'updated_asc', 'updated_desc'], { hasDefault: true }) sort?: BranchSort;
}

/** Contract: git §3.1. */
export class CreateBranchInput {
  @RefText({ required: true }) branch: string;
  @RefText({ required: true }) ref: string;
}

export class DeleteMergedInput {
  @Bool() dry_run?: boolean;
}
