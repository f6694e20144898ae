import { Filter, OneOf } from '../../common/params/param.decorators.js';

export class ListOperationsQuery {
  @Filter() kind?: string;
  @OneOf(['scheduled', 'running', 'finished', 'failed', 'canceled']) state?: string;
}
