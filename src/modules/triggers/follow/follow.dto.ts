import { Int, Text } from '../../../common/params/param.decorators.js';

const MAX_WAIT = 60;

/** The token may also be sent in a header (contract: triggers §16.3). */
export class FollowQuery {
  @Text() token?: string;
  @Text() job_token?: string;
  @Int({ min: 1, max: MAX_WAIT, description: 'Seconds to wait for another status.' }) wait?: number;
}
