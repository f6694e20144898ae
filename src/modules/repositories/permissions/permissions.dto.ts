import { Text } from '../../../common/params/param.decorators.js';

/** Contract: git §10.3. */
export class PermissionsQuery {
  @Text({ required: true, max: 1024 }) ref: string;
}
