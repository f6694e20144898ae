import { readConanInfo } from './read-conan-info.js';

describe('readConanInfo', () => {
  it('answers settings, options, requires and the hash', () => {
    const text = `[settings]
    arch=x86_64
    os=Linux

[requires]
    zlib/1.Y.Z

[options]
    shared=False

[full_requires]
    zlib/1.2.11:6af9cc7cb931c5ad942174fd7838eb655717c709

[recipe_hash]
    b438ef36c73ecbc8c6a7d0a0ab2e5dd1

[env]
    A=b`;

    expect(readConanInfo(text)).toEqual({
      settings: { arch: 'x86_64', os: 'Linux' },
      options: { shared: 'False' },
      requires: ['zlib/1.Y.Z'],
      full_requires: ['zlib/1.2.11:6af9cc7cb931c5ad942174fd7838eb655717c709'],
      recipe_hash: 'b438ef36c73ecbc8c6a7d0a0ab2e5dd1',
    });
  });

  it('makes nothing of nothing', () => {
    expect(readConanInfo('hello')).toEqual({
      settings: {},
      options: {},
      requires: [],
      full_requires: [],
      recipe_hash: '',
    });
  });
});
