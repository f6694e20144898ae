import { NamePattern } from '../../../common/params/name-pattern.js';

/** Contract: registry §9.4. */
export class CreateTagRuleInput {
  @NamePattern({ required: true }) tag_pattern: string;
  @NamePattern() repository_pattern?: string;
}

export class UpdateTagRuleInput {
  @NamePattern({ blank: false }) tag_pattern?: string;
  @NamePattern() repository_pattern?: string;
}
