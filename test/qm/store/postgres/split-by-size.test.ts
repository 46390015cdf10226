import test from 'ava'

import { splitBySize } from '../../../../src/qm/store/postgres/split-by-size.ts'
import { message } from '../conformance.ts'

const mebibyte = 1_048_576

/** Returns the sizes of the bodies in each group. The bodies have only a length. */
function split(...sizes: number[]): number[][] {
  const messages = sizes.map((length, index) => ({
    queue: 7,
    message: message(index + 1),
    body: { length } as Buffer,
  }))
  return splitBySize(messages).map((group) => group.map(({ body }) => body.length))
}

test('bodies of at most 64 MiB share a group, in their order', (t) => {
  t.deepEqual(split(), [])
  t.deepEqual(split(0, 5, 7), [[0, 5, 7]])
  t.deepEqual(split(32 * mebibyte, 32 * mebibyte, 0), [[32 * mebibyte, 32 * mebibyte, 0]])
  t.deepEqual(split(32 * mebibyte, 32 * mebibyte, 1, 2), [
    [32 * mebibyte, 32 * mebibyte],
    [1, 2],
  ])
})

test('a body of more than 64 MiB has a group of its own', (t) => {
  t.deepEqual(split(1, 70 * mebibyte, 5), [[1], [70 * mebibyte], [5]])
})
