export const FILES_TAB = { name: 'Files', path: '/-/tree', position: 20 } as const;
export const BRANCHES_TAB = { name: 'Branches', path: '/-/branches', position: 25 } as const;
