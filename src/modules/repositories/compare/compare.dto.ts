import { Bool, Texts } from '../../../common/params/param.decorators.js';
import { RefText } from '../ref-text.js';

/** Contract: git §3.4. */
export class CompareQuery {
  @RefText({ required: true }) from: string;
  @RefText({ required: true }) to: string;
  @Bool() straight?: boolean;
}

export class MergeBaseQuery {
  @Texts({ required: true }) refs: string[];
}
