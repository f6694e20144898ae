import { Text } from '../../../../common/params/param.decorators.js';

export class ShowFileQuery {
  @Text({ required: true }) ref: string;
}
