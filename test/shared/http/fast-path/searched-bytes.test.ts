/** The work of the fast path for a head, in bytes: it does not depend on the machine, and fuzzed input finds a quadratic reader. */
import test from 'ava'
import { makeInput, randomFrom } from '../inbound/differential.ts'
import { openConnection, turn } from './fast-path-harness.ts'

/** Each byte is searched for the end of a head at most twice, decoded twice and copied once or twice. */
const maxWorkPerByte = 8

/** Counts the bytes that buffers search, decode and copy while `work` runs. */
async function countBytes(work: () => Promise<void>): Promise<number> {
  const {
    indexOf,
    toString: decode,
    latin1Slice,
  } = Buffer.prototype as Buffer & { latin1Slice(...args: number[]): string }
  const { concat } = Buffer
  let count = 0
  Buffer.prototype.indexOf = function (this: Buffer, ...args: Parameters<typeof indexOf>) {
    const at = indexOf.apply(this, args)
    count += at < 0 ? this.length : at
    return at
  } as typeof indexOf
  Object.assign(Buffer.prototype, {
    toString(this: Buffer, ...args: Parameters<typeof decode>) {
      const text = decode.apply(this, args)
      count += text.length
      return text
    },
    latin1Slice(this: Buffer, ...args: number[]) {
      const text = latin1Slice.apply(this, args)
      count += text.length
      return text
    },
  })
  Buffer.concat = (list, ...rest) => {
    const all = concat(list, ...rest)
    count += all.length
    return all
  }
  try {
    await work()
  } finally {
    Object.assign(Buffer.prototype, { indexOf, toString: decode, latin1Slice })
    Buffer.concat = concat
  }
  return count
}

/** Returns the work for the pieces, for each of their bytes. */
async function measureWork(pieces: readonly string[]): Promise<number> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const { socket, responses } = openConnection({ passToNodeServer() {} })
  const buffers = pieces.map((piece) => Buffer.from(piece, 'latin1'))
  let answered = 0
  const work = await countBytes(async () => {
    for (const bytes of buffers) {
      if (socket.destroyed || socket.listenerCount('data') === 0) break // Node's parser has it
      socket.push(bytes)
      await turn()
      for (; answered < responses.length; answered += 1) responses[answered]?.end('ok')
    }
  })
  socket.destroy()
  return work / length
}

test('the fast path handles each byte of fuzzed requests a bounded number of times, however they are cut', async (t) => {
  const seed = Number(process.env.HTTP_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32))
  t.log(`HTTP_FUZZ_SEED=${seed}`)
  const random = randomFrom(seed)
  for (let done = 0; done < 150; done += 1) {
    const input = makeInput(random).join('')
    // A head that grows to about 20 KB, and the pieces of slow clients: some at once, then a few bytes each.
    const filler = `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(Math.floor(random() * 20_000))}`
    const text = random() < 0.5 ? filler + input : input
    const start = Math.floor(random() * text.length)
    const pieces = [text.slice(0, start)]
    const size = 1 + Math.floor(random() * 8)
    for (let at = start; at < text.length && pieces.length < 100; at += size) pieces.push(text.slice(at, at + size))
    const work = await measureWork(pieces)
    if (work > maxWorkPerByte)
      t.fail(`${work} bytes of work for each byte of ${JSON.stringify(pieces.map((piece) => piece.slice(0, 80)))}`)
  }
  t.pass()
})
