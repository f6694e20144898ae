import { readWeights, weightsInForce } from './storage-weights.js';

const storages = new Map([
  ['fast', '/a'],
  ['slow', '/b'],
]);

describe('readWeights', () => {
  it('takes integers and strings of digits from 0 to 100 for configured storages', () => {
    expect(readWeights({ fast: 0, slow: '100' }, storages)).toEqual({ fast: 0, slow: 100 });
    expect(readWeights({}, storages)).toEqual({});
  });

  it.each([
    [{ other: 1 }],
    [{ fast: 101 }],
    [{ fast: -1 }],
    [{ fast: '1e1' }],
    [{ fast: null }],
    [[]],
    [null],
    ['fast'],
  ])('refuses %j', (raw) => {
    expect(() => readWeights(raw, storages)).toThrow('repository_storages_weighted');
  });
});

describe('weightsInForce', () => {
  it('gives everything to the first storage until somebody decides, when none is called default', () => {
    expect(weightsInForce({ default: 100 }, storages)).toEqual({ fast: 100 });
    expect(weightsInForce({ default: 100 }, new Map([['default', '/a']]))).toEqual({ default: 100 });
    expect(weightsInForce({ slow: 3 }, storages)).toEqual({ slow: 3 });
  });
});
