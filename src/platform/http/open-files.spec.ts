import { connectionsWithin } from './open-files.js';

const limits = (openFiles: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\n` +
  `Max processes             95000                95000                processes\n` +
  `Max open files            ${openFiles.padEnd(21)}${openFiles.padEnd(21)}files\n`;

describe('connectionsWithin()', () => {
  it('leaves a quarter of the open files to what the requests open', () => {
    expect(connectionsWithin(10_000, limits('256'))).toBe(192);
  });

  it.each(['1048576', 'unlimited'])('answers what is wanted where %s files may be open', (openFiles) => {
    expect(connectionsWithin(10_000, limits(openFiles))).toBe(10_000);
  });

  it('answers what is wanted where the limit is not known', () => {
    expect(connectionsWithin(10_000, '')).toBe(10_000);
  });

  it('answers one at least', () => {
    expect(connectionsWithin(10_000, limits('1'))).toBe(1);
  });
});
