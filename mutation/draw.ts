/** Draws without repetition; the same seed gives the same result (mulberry32). */
export function draw<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return all
    .map((each) => ({ each, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ each }) => each)
}
