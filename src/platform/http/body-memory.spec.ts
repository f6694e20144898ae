import { BodyMemory } from './body-memory.js';

describe('BodyMemory', () => {
  it('gives a quarter to anonymous callers, and the rest to known ones', () => {
    const memory = new BodyMemory(400);

    expect(memory.hold('anonymous', 101)).toBe(false);
    expect(memory.hold('anonymous', 100)).toBe(true);
    expect(memory.hold('anonymous', 1)).toBe(false);
    expect(memory.hold('known', 300)).toBe(true);
    expect(memory.hold('known', 1)).toBe(false);
  });

  it('gives again what was released', () => {
    const memory = new BodyMemory(400);
    memory.hold('known', 300);

    memory.release('known', 200);

    expect(memory.hold('known', 200)).toBe(true);
    expect(memory.hold('known', 1)).toBe(false);
  });
});
