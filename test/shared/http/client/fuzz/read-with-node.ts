/** Reads a response with Node's HTTP client, over a socket that the test fills. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { Duplex } from 'node:stream'
import { type Outcome, type ResponseCase, withoutHopFields } from './outcome.ts'

/** A little more than the maximum head of the client under test. */
const maxHeaderSize = 80 * 1024

export async function readWithNode({ method, pieces }: ResponseCase): Promise<Outcome> {
  const socket = new ScriptedSocket()
  const agent = new Agent({ keepAlive: true })
  Object.assign(agent, { createConnection: () => socket })
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const sent = request({ agent, method, maxHeaderSize, host: 'x' })
  sent.maxHeadersCount = 0
  let response: IncomingMessage | undefined
  sent.on('error', ({ message }) => {
    // Bytes after a complete response do not change its result.
    if (!response?.complete) resolve({ kind: 'refused', reason: message })
  })
  sent.on('upgrade', () => resolve({ kind: 'refused', reason: 'the protocol is switched' }))
  sent.on('response', (given) => {
    response = given
    void collect(given).then(resolve)
  })
  sent.end()
  await turn() // the agent passes the socket on
  for (const piece of pieces) {
    socket.push(Buffer.from(piece, 'latin1'))
    await Promise.resolve()
  }
  await turn()
  socket.push(null)
  const outcome = await Promise.race([promise, afterTurns(10)])
  sent.on('error', () => {}).destroy()
  agent.destroy()
  socket.destroy()
  return outcome

  async function collect(given: IncomingMessage): Promise<Outcome> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of given) chunks.push(chunk as Buffer)
    } catch (error) {
      return { kind: 'refused', reason: (error as Error).message }
    }
    if (!given.complete) return { kind: 'refused', reason: 'the body is not complete' }
    return {
      kind: 'complete',
      status: given.statusCode as number,
      fields: withoutHopFields(given.rawHeaders),
      body: Buffer.concat(chunks).toString('latin1'),
      isPersistent: sent.shouldKeepAlive,
    }
  }
}

/** A duplex stream with the methods of a socket that Node calls. */
class ScriptedSocket extends Duplex {
  override _read(): void {}

  override _write(_: unknown, __: unknown, done: () => void): void {
    done()
  }

  setTimeout = () => this as never
  setKeepAlive = () => this as never
  setNoDelay = () => this as never
  ref = () => this as never
  unref = () => this as never
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function afterTurns(count: number): Promise<Outcome> {
  for (let each = 0; each < count; each += 1) await turn()
  return { kind: 'incomplete' }
}
