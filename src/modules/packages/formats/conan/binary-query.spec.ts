import { readBinaryQuery } from './binary-query.js';

const LINUX = {
  settings: { os: 'Linux', arch: 'x86_64', 'compiler.version': '9' },
  options: { shared: 'False' },
};
const isMeant = (query: string): boolean => readBinaryQuery(query)(LINUX);

describe('readBinaryQuery', () => {
  it.each([
    '',
    '  ',
    'os=Linux',
    'os="Linux"',
    ' os=Linux AND arch=x86_64 ',
    'os=Windows or shared=False',
    'os=Linux&compiler.version=9',
    'os=Windows AND arch=x86 OR os=Linux',
    'os=Linux OR os=Windows AND arch=x86',
    '(os=Windows OR os=Linux) AND (arch=x86_64)',
    'build_type=None',
    `${'('.repeat(5000)}os=Linux${')'.repeat(5000)}`,
  ])('is about the package: %j', (query) => {
    expect(isMeant(query)).toBe(true);
  });

  it.each([
    'os=Windows',
    'os=linux',
    'os=None',
    'build_type=Debug',
    'toString=x',
    'os=Linux AND (arch=x86 OR shared=True)',
  ])('is not about the package: %j', (query) => {
    expect(isMeant(query)).toBe(false);
  });

  it.each([
    'os',
    '=Linux',
    'os=Linux AND',
    'AND os=Linux',
    'os=Linux arch=x86',
    '(os=Linux',
    'os=Linux)',
    '()',
    'os="Linux',
    'not os=Linux',
  ])('refuses %j', (query) => {
    expect(() => readBinaryQuery(query)).toThrow();
  });

  it('sees quoted spaces and signs as part of a value', () => {
    const info = { settings: { compiler: 'Visual (Studio) & more' }, options: {} };

    expect(readBinaryQuery('compiler="Visual (Studio) & more"')(info)).toBe(true);
  });
});
