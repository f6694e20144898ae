import { Bool } from '../../../../common/params/param.decorators.js';

/** Contract: registry §3.3. */
export class ListRepositoriesQuery {
  @Bool() tags?: boolean;
  @Bool() tags_count?: boolean;
}

export class ShowRepositoryQuery extends ListRepositoriesQuery {
  @Bool() size?: boolean;
}
