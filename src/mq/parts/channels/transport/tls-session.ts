/** TLS on both ends of a channel: its options, what the values of SSLCIPH allow, and the checks after the handshake. */
import type { Socket } from 'node:net'
import { type ConnectionOptions, createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { matchesDistinguishedName, renderDistinguishedName } from '../../../manager/authority/distinguished-name.ts'
import type { TlsStatus } from '../../../manager/types/network.ts'
import type { ObjectRecord } from '../../../manager/types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import type { TlsFiles } from './tls-files.ts'

/** Returns the options of a channel that connects, or undefined for a channel without SSLCIPH. Throws a `ChannelError`. */
export function buildTlsOptions({ name, attributes }: ObjectRecord, files: TlsFiles): ConnectionOptions | undefined {
  const spec = readCipherSpec(name, attributes)
  if (!spec) return undefined
  return {
    ...files.read(String(attributes.CERTLABL ?? ''), { needsCertificate: false }),
    ...spec,
    // SSLPEER names the partner; host names of certificates have no meaning for channels.
    checkServerIdentity: () => undefined,
  }
}

/** Returns the options of a channel with a port of its own; undefined without SSLCIPH. Throws a `ChannelError`. */
export function buildTlsServerOptions({ name, attributes }: ObjectRecord, files: TlsFiles): TlsOptions | undefined {
  const spec = readCipherSpec(name, attributes)
  if (!spec) return undefined
  return {
    ...files.read(String(attributes.CERTLABL ?? ''), { needsCertificate: true }),
    ...spec,
    // `checkTls` decides after the handshake and says why.
    requestCert: true,
    rejectUnauthorized: false,
  }
}

/** Starts TLS on an accepted connection. Resolves after the handshake. Rejects with a `ChannelError`. */
export function acceptTls(socket: Socket, files: TlsFiles): Promise<TLSSocket> {
  const credentials = files.read('', { needsCertificate: true })
  // The channel, which is not known yet, decides whether a certificate is required.
  const options = { ...credentials, minVersion: 'TLSv1.2', requestCert: true, rejectUnauthorized: false } as const
  const server = createServer(options)
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => {
      const text = `TLS failed: ${cause instanceof Error ? cause.message : 'the partner closed the connection'}`
      reject(new ChannelError('TLS_MISMATCH', text, { cause }))
    }
    server.once('secureConnection', (secure) => {
      socket.off('close', fail)
      resolve(secure)
    })
    server.once('tlsClientError', fail)
    socket.once('close', fail)
    server.emit('connection', socket)
  })
}

/**
 * Checks the TLS of a connection against SSLCIPH, SSLCAUTH and SSLPEER of a channel, and returns its status; undefined
 * for a channel and connection without TLS. Throws a `ChannelError`.
 */
export function checkTls(
  { name, attributes }: ObjectRecord,
  socket: Socket | TLSSocket,
  { accepted }: { readonly accepted: boolean },
): TlsStatus | undefined {
  const spec = readCipherSpec(name, attributes)
  const status = readTlsStatus(socket)
  if (!spec && !status) return undefined
  if (!spec) throw mismatch(`the partner uses TLS, and ${name} has no SSLCIPH; set the same SSLCIPH at both ends`)
  if (!status) throw mismatch(`${name} has SSLCIPH(${attributes.SSLCIPH}), and the partner does not use TLS`)
  const { protocol, cipher } = status
  if (!allowsCipher(spec, protocol, cipher))
    throw mismatch(`${name} has SSLCIPH(${attributes.SSLCIPH}), and the partner uses ${protocol} ${cipher}`)
  const { authorized, authorizationError } = socket as TLSSocket
  if (status.peer !== '' && !authorized) {
    throw mismatch(`the certificate ${status.peer} of the partner is not trusted: ${String(authorizationError)}`)
  }
  if (accepted && status.peer === '' && attributes.SSLCAUTH !== 'OPTIONAL')
    throw mismatch(`${name} has SSLCAUTH(REQUIRED), and the partner presented no certificate`)
  const pattern = String(attributes.SSLPEER ?? '')
  if (pattern !== '' && !(status.peer !== '' && matchesDistinguishedName(pattern, status.peer))) {
    throw mismatch(`SSLPEER(${pattern}) of ${name} does not match the certificate "${status.peer}" of the partner`)
  }
  return status
}

/** Returns the TLS of a connection; undefined for plain TCP. */
function readTlsStatus(socket: Socket | TLSSocket): TlsStatus | undefined {
  if (!('encrypted' in socket) || !socket.encrypted) return undefined
  const certificate = socket.getPeerX509Certificate()
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().name,
    peer: certificate ? renderDistinguishedName(certificate.subject) : '',
    issuer: certificate ? renderDistinguishedName(certificate.issuer) : '',
  }
}

function readCipherSpec(name: string, attributes: ObjectRecord['attributes']): CipherSpec | undefined {
  const text = String(attributes.SSLCIPH ?? '').trim()
  if (text === '') return undefined
  const spec = specs[text.toUpperCase()]
  if (spec) return spec
  const known = Object.keys(specs).join(', ')
  const problem = `SSLCIPH(${text}) of ${name} is not supported; use one of ${known}`
  throw new ChannelError('NOT_SUPPORTED', problem, { isFinal: true })
}

function mismatch(text: string): ChannelError {
  return new ChannelError('TLS_MISMATCH', text)
}

interface CipherSpec {
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3'
  readonly maxVersion: 'TLSv1.2' | 'TLSv1.3'
  /** Cipher suites as OpenSSL names them; undefined for all that are secure. */
  readonly ciphers: string | undefined
}

const any12 = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: undefined } as const
const any13 = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3', ciphers: undefined } as const
const any12OrHigher = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3', ciphers: undefined } as const

const tls12 = (ciphers: string): CipherSpec => ({ ...any12, ciphers })
const tls13 = (ciphers: string): CipherSpec => ({ ...any13, ciphers })

const specs: Readonly<Record<string, CipherSpec>> = {
  ANY: any12OrHigher,
  ANY_TLS12: any12,
  ANY_TLS12_OR_HIGHER: any12OrHigher,
  ANY_TLS13: any13,
  ANY_TLS13_OR_HIGHER: any13,
  TLS_AES_128_GCM_SHA256: tls13('TLS_AES_128_GCM_SHA256'),
  TLS_AES_256_GCM_SHA384: tls13('TLS_AES_256_GCM_SHA384'),
  TLS_CHACHA20_POLY1305_SHA256: tls13('TLS_CHACHA20_POLY1305_SHA256'),
  ECDHE_ECDSA_AES_128_CBC_SHA256: tls12('ECDHE-ECDSA-AES128-SHA256'),
  ECDHE_ECDSA_AES_256_CBC_SHA384: tls12('ECDHE-ECDSA-AES256-SHA384'),
  ECDHE_ECDSA_AES_128_GCM_SHA256: tls12('ECDHE-ECDSA-AES128-GCM-SHA256'),
  ECDHE_ECDSA_AES_256_GCM_SHA384: tls12('ECDHE-ECDSA-AES256-GCM-SHA384'),
  ECDHE_RSA_AES_128_CBC_SHA256: tls12('ECDHE-RSA-AES128-SHA256'),
  ECDHE_RSA_AES_256_CBC_SHA384: tls12('ECDHE-RSA-AES256-SHA384'),
  ECDHE_RSA_AES_128_GCM_SHA256: tls12('ECDHE-RSA-AES128-GCM-SHA256'),
  ECDHE_RSA_AES_256_GCM_SHA384: tls12('ECDHE-RSA-AES256-GCM-SHA384'),
  TLS_RSA_WITH_AES_128_CBC_SHA256: tls12('AES128-SHA256'),
  TLS_RSA_WITH_AES_256_CBC_SHA256: tls12('AES256-SHA256'),
  TLS_RSA_WITH_AES_128_GCM_SHA256: tls12('AES128-GCM-SHA256'),
  TLS_RSA_WITH_AES_256_GCM_SHA384: tls12('AES256-GCM-SHA384'),
}

function allowsCipher(spec: CipherSpec, protocol: string, suite: string): boolean {
  if (protocol !== 'TLSv1.2' && protocol !== 'TLSv1.3') return false
  if (protocol < spec.minVersion || protocol > spec.maxVersion) return false
  return spec.ciphers === undefined || spec.ciphers === suite
}
