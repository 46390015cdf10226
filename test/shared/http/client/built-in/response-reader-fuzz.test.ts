import test from 'ava'
import { compareReaders } from '../fuzz/compare-readers.ts'
import { fuzzReaders } from '../fuzz/fuzz-readers.ts'
import { readWithNode } from '../fuzz/read-with-node.ts'
import { readWithOurs } from '../fuzz/read-with-ours.ts'
import { seeds } from '../fuzz/seeds.ts'
import { stricter } from '../fuzz/stricter.ts'

for (const [what, raw] of seeds) {
  test(`is never more lenient than Node's client with ${what}`, async (t) => {
    for (const method of ['GET', 'HEAD'] as const) {
      t.is(await compareReaders({ method, pieces: [raw] }), undefined, method)
      if (raw.length < 300) t.is(await compareReaders({ method, pieces: [...raw] }), undefined, method)
    }
  })
}

for (const { reason, because, example } of stricter) {
  test(`rejects what Node accepts: ${reason}`, async (t) => {
    const given = { method: 'GET', pieces: example } as const
    t.deepEqual(readWithOurs(given), { kind: 'refused', reason }, because)
    t.is((await readWithNode(given)).kind, 'complete')
  })
}

test("is never more lenient than Node's client in a few hundred generated responses", (t) => fuzzReaders(t, 400))
