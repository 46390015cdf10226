import test from 'ava'
import { hashMessageId } from '../../../../src/mq/manager/store/id-hash.ts'

test('ids that differ in one byte have different hashes, whichever byte it is', (t) => {
  for (let place = 0; place < 24; place++) {
    const hashes = Array.from({ length: 256 }, (_, value) => {
      const id = Buffer.alloc(24, 7)
      id[place] = value
      return hashMessageId(id)
    })
    t.is(new Set(hashes).size, 256, `byte ${place}`)
  }
})

test('equal ids have equal hashes', (t) => {
  t.is(hashMessageId(Buffer.from('abc')), hashMessageId(new Uint8Array([97, 98, 99])))
})
