/** The server's side of SASL (AMQP 1.0 part 5.3): PLAIN (RFC 4616), EXTERNAL by certificate, ANONYMOUS (RFC 4505). */
import { AmqpError } from './errors.ts'
import { frameHeaderBytes, frameTypes } from './frames.ts'
import { ValueReader } from './value-reader.ts'
import { ValueWriter } from './value-writer.ts'

export interface SaslCredentials {
  /** Empty for ANONYMOUS, and for EXTERNAL without an authorization id. */
  readonly user: string
  readonly password: string | undefined
}

const initCodes = new Set<unknown>([0x41, 'amqp:sasl-init:list'])
const outcomeCodes = { ok: 0, auth: 1 } as const

/** Each mechanism parses the response of the client, and returns undefined for a malformed one. */
const mechanisms: Readonly<Record<string, (response: Buffer) => SaslCredentials | undefined>> = {
  EXTERNAL: (response) => ({ user: response.toString(), password: undefined }),
  PLAIN: parsePlain,
  ANONYMOUS: () => ({ user: '', password: undefined }),
}

/** Returns the frame that offers the mechanisms. `hasCertificate` says whether the client has presented a certificate. */
export function encodeMechanisms(hasCertificate: boolean): Buffer {
  return encodeSaslFrame(0x40, (writer) =>
    writer.symbols(Object.keys(mechanisms).filter((name) => name !== 'EXTERNAL' || hasCertificate)),
  )
}

export function encodeOutcome(isAccepted: boolean): Buffer {
  return encodeSaslFrame(0x44, (writer) => writer.number('ubyte', isAccepted ? outcomeCodes.ok : outcomeCodes.auth))
}

function encodeSaslFrame(code: number, write: (writer: ValueWriter) => void): Buffer {
  const writer = new ValueWriter()
  writer.encoded(Buffer.from([0, 0, 0, 0, frameHeaderBytes / 4, frameTypes.sasl, 0, 0]))
  writer.descriptor(code)
  writer.list(() => {
    write(writer)
    return 1
  })
  const frame = writer.finish()
  frame.writeUInt32BE(frame.length)
  return frame
}

/** Parses sasl-init; undefined for a malformed response. Throws an `AmqpError` for another frame or mechanism. */
export function parseInit(frame: Buffer, hasCertificate: boolean): SaslCredentials | undefined {
  const reader = new ValueReader(frame, 4 * (frame[4] ?? 0))
  if (frame[5] !== frameTypes.sasl || !initCodes.has(reader.readDescriptor()))
    throw new AmqpError('amqp:connection:framing-error', 'sasl-init was expected, and another frame came')
  const count = reader.beginCompound()
  const name = count > 0 ? reader.read() : null
  const response = count > 1 ? reader.read() : null
  const parse = mechanisms[String(name)]
  if (!parse || (name === 'EXTERNAL' && !hasCertificate))
    throw new AmqpError('amqp:not-implemented', `the SASL mechanism ${name} is not offered`)
  return parse(Buffer.isBuffer(response) ? response : Buffer.alloc(0))
}

/** Parses `authorization NUL user NUL password`. The authorization id must be empty or the user. */
function parsePlain(response: Buffer): SaslCredentials | undefined {
  const [authorization, user, password, ...more] = response.toString().split('\0')
  if (!user || password === undefined || more.length > 0) return undefined
  return authorization === '' || authorization === user ? { user, password } : undefined
}
