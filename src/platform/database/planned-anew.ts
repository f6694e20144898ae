import { raw } from 'sql-template-tag';

const MARK = '/* planned anew */';

/** Stands in a statement whose best plan depends on its values so much that it is not prepared. */
export const PLANNED_ANEW = raw(` ${MARK}`);

/** So are searches: a plan that fits every pattern fits none. */
export const isPlannedAnew = (text: string): boolean => text.includes(MARK) || text.includes(' ilike ');
