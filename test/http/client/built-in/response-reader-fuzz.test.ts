import test from 'ava'

import { compareReaders } from '../fuzz/compare-readers.ts'
import { fuzzReaders } from '../fuzz/fuzz-readers.ts'
import { readWithNode } from '../fuzz/read-with-node.ts'
import { readWithOurs } from '../fuzz/read-with-ours.ts'
import { seeds } from '../fuzz/seeds.ts'
import { stricter } from '../fuzz/stricter.ts'

for (const [what, raw] of seeds) {
  test(`never reads ${what} more leniently than node's client`, async (t) => {
    for (const method of ['GET', 'HEAD'] as const) {
      t.is(await compareReaders({ method, pieces: [raw] }), undefined, method)
      if (raw.length < 300) t.is(await compareReaders({ method, pieces: [...raw] }), undefined, method)
    }
  })
}

for (const { reason, because, example } of stricter) {
  test(`refuses what node reads: ${reason}`, async (t) => {
    const given = { method: 'GET', pieces: example } as const
    t.deepEqual(readWithOurs(given), { kind: 'refused', reason }, because)
    t.is((await readWithNode(given)).kind, 'complete')
  })
}

test('reads nothing more leniently than node, in a few hundred generated responses', (t) =>
  fuzzReaders(t, 400))
