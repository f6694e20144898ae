import { Text } from '../../common/params/param.decorators.js';

/** Contract: oauth §2.3. */
export class PasswordInput {
  @Text({ required: true, max: 1000 }) password: string;
}

export class CodeInput {
  @Text({ required: true }) code: string;
}
