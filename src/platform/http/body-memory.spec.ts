import { BodyMemory } from './body-memory.js';

describe('BodyMemory', () => {
  it('gives a quarter to anonymous callers, and the rest to known ones', () => {
    const memory = new BodyMemory(400);

    expect(memory.reserve('anonymous', 101)).toBe(false);
    expect(memory.reserve('anonymous', 100)).toBe(true);
    expect(memory.reserve('anonymous', 1)).toBe(false);
    expect(memory.reserve('known', 300)).toBe(true);
    expect(memory.reserve('known', 1)).toBe(false);
  });

  it('gives again what was released', () => {
    const memory = new BodyMemory(400);
    memory.reserve('known', 300);

    memory.release('known', 200);

    expect(memory.reserve('known', 200)).toBe(true);
    expect(memory.reserve('known', 1)).toBe(false);
  });
});
