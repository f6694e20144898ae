import { GROUPS_ABOVE } from '../../../core/access/groups-above.columns.js';
import { text } from '../../../platform/database/typed-sql.js';

/** The project that contains a repository, for its route `r` and `namespaces n`. */
export const PROJECT_COLUMNS = { projectPath: text`lower(r.path)`, groupIds: GROUPS_ABOVE };

/** The full path, sorted in byte order, for `container_repositories c` and its project's route `r`. */
export const IMAGE_PATH = text`(lower(r.path) || case when c.name = '' then '' else '/' || c.name end) collate "C"`;
