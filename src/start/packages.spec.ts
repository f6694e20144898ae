interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

type Packages = Readonly<Record<string, LockedPackage>>;

const file = './packages.mjs';
const { missingPackages } = (await import(file)) as {
  readonly missingPackages: (locked: Packages, installed: Packages, withDev: boolean) => string[];
};

const locked: Packages = {
  '': { version: '0.1.0' },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/jest': { version: '30.5.2', dev: true },
  'node_modules/elsewhere': { version: '1.0.0', optional: true },
};

describe('missingPackages', () => {
  it('asks for nothing that only tests need, nor for what belongs to other machines', () => {
    const installed: Packages = { 'node_modules/pg': { version: '8.23.1' } };

    expect(missingPackages(locked, installed, false)).toEqual([]);
  });

  it('asks for the development packages when tests are to run', () => {
    const installed: Packages = { 'node_modules/pg': { version: '8.23.1' } };

    expect(missingPackages(locked, installed, true)).toEqual(['node_modules/jest']);
  });

  it('names a package that is there in another version', () => {
    const installed: Packages = { 'node_modules/pg': { version: '8.0.0' } };

    expect(missingPackages(locked, installed, false)).toEqual(['node_modules/pg']);
  });

  it('names everything on a bare checkout', () => {
    expect(missingPackages(locked, {}, true)).toEqual(['node_modules/pg', 'node_modules/jest']);
  });
});
