import test from 'ava'
import {
  computeChecksum,
  createChecksum,
} from '../../../../../../src/mq/parts/file-transfer/engine/files/open-files.ts'

for (const [method, expected] of [
  ['md5', '900150983CD24FB0D6963F7D28E17F72'],
  ['none', ''],
] as const) {
  test(`the ${method} checksum of "abc" is "${expected}", at once and in parts`, (t) => {
    t.is(computeChecksum(method, Buffer.from('abc')), expected)
    const running = createChecksum(method)
    running.update(Buffer.from('a'))
    running.update(Buffer.from('bc'))
    t.is(running.digest(), expected)
  })
}
