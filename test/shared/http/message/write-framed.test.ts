import type { Socket } from 'node:net'
import test from 'ava'
import { type FramingText, writeFramed } from '../../../../src/shared/http/message/write-framed.ts'

/** Writes bytes to a socket that records the calls, in which `waiting` bytes wait for the system after that. */
function write(length: number, framing: FramingText, waiting = 0) {
  const calls: string[] = []
  const socket = {
    writableLength: waiting,
    cork: () => calls.push('cork'),
    uncork: () => calls.push('uncork'),
    write(part: Buffer | string, ...given: unknown[]) {
      const hasCallback = given.at(-1) === onWritten
      const shown = part.length > 100 ? String(part.length) : String(part)
      calls.push(`${shown}${typeof part === 'string' ? ` as ${given[0]}` : ''}${hasCallback ? ' with callback' : ''}`)
      return false
    },
  }
  const hasRoom = writeFramed(socket as unknown as Socket, Buffer.alloc(length, 'x'), framing, onWritten)
  return { hasRoom, calls }
}

const onWritten = () => {}

test('few bytes are sent in one write with the text around them', (t) => {
  t.deepEqual(write(2, { before: '<', after: '>' }).calls, ['<xx> as latin1 with callback'])
  t.deepEqual(write(4_096, { before: '<', after: '>' }).calls, ['4098 as latin1 with callback'])
})

test('more than 4 KiB are not copied, and leave together with the text around them', (t) => {
  t.deepEqual(write(4_097, { before: '<', after: '>' }), {
    hasRoom: true,
    calls: ['cork', '< as latin1', '4097 with callback', '> as latin1', 'uncork'],
  })
})

test('no empty text is written', (t) => {
  t.deepEqual(write(4_097, { before: '', after: '>' }).calls, [
    ...['cork', '4097 with callback', '> as latin1', 'uncork'],
  ])
  t.deepEqual(write(4_097, { before: '<', after: '' }).calls, ['cork', '< as latin1', '4097 with callback', 'uncork'])
})

test('the writer waits when 128 KiB have not been taken by the system, whatever the length of the part', (t) => {
  for (const length of [2, 4_097]) {
    t.true(write(length, { before: '', after: '' }, 128 * 1024 - 1).hasRoom)
    t.false(write(length, { before: '', after: '' }, 128 * 1024).hasRoom)
  }
})
