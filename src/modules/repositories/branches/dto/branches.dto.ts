import { OneOf, Text } from '../../../../common/params/param.decorators.js';
import { RegexText } from '../../regex-text.js';
import type { BranchSort } from '../branches.service.js';

export class ListBranchesQuery {
  @Text() search?: string;
  @RegexText() regex?: string;
  @OneOf(['name_asc', 'updated_asc', 'updated_desc']) sort?: BranchSort;
}
