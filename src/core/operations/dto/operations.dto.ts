import { OneOf, Text } from '../../../common/params/param.decorators.js';

export class ListOperationsQuery {
  @Text() kind?: string;
  @OneOf(['scheduled', 'running', 'finished', 'failed', 'canceled']) state?: string;
}
