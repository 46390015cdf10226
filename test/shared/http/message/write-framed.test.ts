import type { Socket } from 'node:net'
import test from 'ava'
import { type FramingText, writeFramed } from '../../../../src/shared/http/message/write-framed.ts'

/** Writes bytes to a socket that records the calls. The last write has room, all others have none. */
function write(length: number, framing: FramingText) {
  const calls: string[] = []
  const socket = {
    cork: () => calls.push('cork'),
    uncork: () => calls.push('uncork'),
    write(part: Buffer | string, ...given: unknown[]) {
      const hasCallback = given.at(-1) === onWritten
      const shown = part.length > 100 ? String(part.length) : String(part)
      calls.push(`${shown}${typeof part === 'string' ? ` as ${given[0]}` : ''}${hasCallback ? ' with callback' : ''}`)
      return part === framing.after
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
  t.deepEqual(write(4_097, { before: '<', after: '' }), {
    hasRoom: false,
    calls: ['cork', '< as latin1', '4097 with callback', 'uncork'],
  })
})
