import { raw } from 'sql-template-tag';

const MARK = '/* planned anew */';

/** Marks a statement that is not prepared, because its best plan depends on its values. */
export const PLANNED_ANEW = raw(` ${MARK}`);

/** So are searches: a plan that fits every pattern fits none. */
export const isPlannedAnew = (text: string): boolean => text.includes(MARK) || text.includes(' ilike ');
