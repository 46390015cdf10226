/**
 * The first bytes of each side, and what the first bytes of other protocols say about the program that sent them.
 *
 * The preamble is `SLQM`, two zero bytes, and the major version of the protocol in two bytes.
 */

const protocolVersion = 1
const preambleBytes = 8
const magic = 'SLQM\0\0'

export const preamble = Buffer.from([...Buffer.from(magic, 'latin1'), 0, protocolVersion])

/** Returns what is wrong with a partner's first bytes, at least one; undefined while they may be the preamble. */
function describeForeignPeer(first: Buffer): string | undefined {
  const known = Math.min(first.length, magic.length)
  if (first.toString('latin1', 0, known) === magic.slice(0, known)) return versionProblem(first)
  const start = first.toString('latin1', 0, 8)
  for (const [pattern, text] of peers) if (pattern.test(start)) return text
  return `an unknown protocol, first bytes ${first.subarray(0, 8).toString('hex')}`
}

function versionProblem(first: Buffer): string | undefined {
  if (first.length < preambleBytes) return undefined
  const version = first.readUInt16BE(6)
  if (version === protocolVersion) return undefined
  return `version ${version} of the channel protocol; this queue manager has version ${protocolVersion}`
}

const peers: readonly (readonly [RegExp, string])[] = [
  [
    /^TSH[ MP]/,
    'the channel protocol of IBM MQ, which this queue manager does not have: its channels connect Sluice queue managers. Connect IBM MQ over AMQP 1.0 or the REST API',
  ],
  [/^(GET|POST|PUT|HEAD|DELE|OPTI|PATC|CONN|PRI )/, 'HTTP; the port belongs to a listener for channels'],
  [/^HTTP/, 'HTTP; the port belongs to a web server'],
  [/^AMQP/, 'AMQP; connect to the port of an AMQP channel'],
  [/^\x16\x03/, 'TLS'],
  [/^\x15\x03/, 'a TLS alert: the partner speaks TLS and this channel has no SSLCIPH'],
  [/^SSH-/, 'SSH'],
]

const nothing = Buffer.alloc(0)

/** Reads the first bytes of a partner, which may arrive in several chunks. */
export class PreambleReader {
  #head: Buffer = nothing
  #isComplete = false

  /** Returns the bytes of a chunk that follow the preamble. Throws when the partner uses another protocol. */
  read(chunk: Buffer): Buffer {
    if (this.#isComplete) return chunk
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const foreign = describeForeignPeer(this.#head)
    if (foreign !== undefined) throw new ForeignPeerError(foreign)
    if (this.#head.length < preambleBytes) return nothing
    this.#isComplete = true
    const rest = this.#head.subarray(preambleBytes)
    this.#head = nothing
    return rest
  }
}

/** The partner uses another protocol; the message names it. */
export class ForeignPeerError extends Error {}
