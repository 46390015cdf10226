import test from 'ava'
import { compareLists } from '../../../../src/gateway/lib/collections/is-same-list.ts'

const elements = Array.from({ length: 6 }, (_, number) => ({ number }))

/** Returns some of the elements in a random order. */
const pick = () => elements.toSorted(() => Math.random() - 0.5).slice(0, Math.random() * 7)

test('two lists with elements removed, added and moved differ in what only one of them has', (t) => {
  for (let turn = 0; turn < 2_000; turn += 1) {
    const [before, after] = [pick(), pick()]
    t.deepEqual(compareLists(before, after), {
      removed: before.filter((each) => !after.includes(each)),
      added: after.filter((each) => !before.includes(each)),
    })
  }
})
