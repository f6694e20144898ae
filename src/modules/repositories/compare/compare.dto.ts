import { Bool, Text, Texts } from '../../../common/params/param.decorators.js';

const MAX_REF = 1024;

/** Contract: git §3.4. */
export class CompareQuery {
  @Text({ required: true, max: MAX_REF }) from: string;
  @Text({ required: true, max: MAX_REF }) to: string;
  @Bool() straight?: boolean;
}

export class MergeBaseQuery {
  @Texts({ required: true }) refs: string[];
}
