/** Loads certificate, key and client CAs of a server from PEM files, and checks them together before use. */
import { constants, createPrivateKey, X509Certificate } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createSecureContext,
  DEFAULT_CIPHERS,
  type SecureContext,
  type SecureContextOptions,
  type SecureVersion,
  type TlsOptions,
} from 'node:tls'
import { definedMembers } from '../../lib/collections/defined-members.ts'
import { describeFileError } from '../../lib/files/file-error.ts'
import { readRegularFileLater } from '../../lib/files/read-regular-file.ts'
import { splitCertificates } from '../../lib/text/pem-certificates.ts'

/** How client certificates are handled: not requested, accepted when sent, or required. */
export type ClientCertificateMode = 'none' | 'wanted' | 'required'

export interface ServerTlsFiles {
  /** The PEM file with the certificate of the server, followed by the intermediate certificates. */
  certificateFile: string
  keyFile: string
  /** The PEM file of the CAs that are trusted to sign client certificates. */
  clientCaFile: string | undefined
  clientCertificates: ClientCertificateMode
  minVersion: SecureVersion
  /** The accepted ciphers as an OpenSSL cipher list; undefined for those of Node. */
  ciphers?: string | undefined
  /** The folder of further certificates; undefined without one. */
  folder?: string | undefined
}

/** The contents of the files. They can be sent to another process. */
export interface ServerTls extends Pick<ServerTlsFiles, 'clientCertificates' | 'minVersion' | 'ciphers'> {
  cert: string
  key: string
  /** The CAs that are trusted to sign client certificates, as PEM text. */
  ca: string | undefined
  /** Further certificates with the host names that they are for, in lower case. */
  named: readonly NamedCertificate[]
}

export interface NamedCertificate {
  file: string
  cert: string
  key: string
  names: readonly string[]
}

export interface CertificateSummary {
  subject: string
  /** The end of validity, in milliseconds since the epoch. */
  expiresAt: number
}

/** A certificate or key file that cannot be used. The message names the file. */
export class TlsFileError extends Error {
  override name = 'TlsFileError'
}

/** Reads and checks the files. Rejects with a `TlsFileError`. */
export async function loadServerTls(files: ServerTlsFiles) {
  const { certificateFile, keyFile, clientCaFile, clientCertificates, minVersion, ciphers } = files
  const { cert, key, own } = await readPair(certificateFile, keyFile, ['SLUICE_TLS_CERTIFICATE', 'SLUICE_TLS_KEY'])
  const ca = clientCaFile === undefined ? undefined : await readPem(clientCaFile, 'SLUICE_TLS_CLIENT_CA')
  if (clientCaFile !== undefined) parseCertificates(ca as string, clientCaFile)
  const named = files.folder === undefined ? [] : await readNamedCertificates(files.folder)
  const tls: ServerTls = { cert, key, minVersion, ciphers, ca, clientCertificates, named }
  try {
    createSecureContext(buildSecureContextOptions(tls))
  } catch (cause) {
    throw new TlsFileError(`${certificateFile} cannot be served: ${(cause as Error).message}`, { cause })
  }
  const expiries = named.map(({ cert }) => new X509Certificate(cert).validToDate.getTime())
  const expiresAt = Math.min(own.validToDate.getTime(), ...expiries)
  const facts: CertificateSummary = { subject: own.subject.split('\n').join(', '), expiresAt }
  const pairs = named.flatMap(({ file }) => [file, keyOf(file)])
  const paths = [certificateFile, keyFile, clientCaFile, files.folder, ...pairs]
  return { tls, facts, paths: paths.filter((each) => each !== undefined) }
}

async function readPair(certificateFile: string, keyFile: string, settings: readonly [string, string]) {
  const cert = await readPem(certificateFile, settings[0])
  const key = await readPem(keyFile, settings[1])
  const [own] = parseCertificates(cert, certificateFile) as [X509Certificate]
  if (!own.checkPrivateKey(parseKey(key, keyFile)))
    throw new TlsFileError(`${keyFile} is not the key of the certificate in ${certificateFile}`)
  return { cert, key, own }
}

function keyOf(certificateFile: string): string {
  return certificateFile.replace(/\.crt$/, '.key')
}

/** Reads the pairs `NAME.crt` and `NAME.key`. A host name may be in one certificate only. */
async function readNamedCertificates(folder: string): Promise<NamedCertificate[]> {
  const setting = 'SLUICE_TLS_CERTIFICATE_FOLDER'
  const entries = await readdir(folder).catch((cause) => {
    throw new TlsFileError(`${setting} names ${folder}, which cannot be read: ${describeFileError(cause)}`, { cause })
  })
  const found: NamedCertificate[] = []
  const owners = new Map<string, string>()
  for (const file of entries
    .filter((each) => each.endsWith('.crt'))
    .sort()
    .map((each) => join(folder, each))) {
    const { cert, key, own } = await readPair(file, keyOf(file), [setting, setting])
    const names = [...(own.subjectAltName ?? '').matchAll(/DNS:([^,\s"]+)/g)].map(([, name = '']) => name.toLowerCase())
    if (names.length === 0)
      throw new TlsFileError(`${file} is for no host name: it needs a subjectAltName with DNS names`)
    for (const name of names) {
      const other = owners.get(name)
      if (other) throw new TlsFileError(`${file} and ${other} are both for ${name}: remove one of them`)
      owners.set(name, file)
    }
    found.push({ file, cert, key, names })
  }
  return found
}

/** The contexts of further certificates, by host name. Names without a context get the certificate of the server. */
export class NamedContexts {
  #contexts = new Map<string, SecureContext>()

  replace(tls: ServerTls): void {
    this.#contexts = new Map(
      tls.named.flatMap(({ cert, key, names }) => {
        const context = createSecureContext(buildSecureContextOptions({ ...tls, cert, key }))
        return names.map((name) => [name, context] as const)
      }),
    )
  }

  /** Finds the context for the host name that a client asks for: RFC 6066 section 3. */
  readonly find = (hostName: string, done: (error: Error | null, context?: SecureContext) => void): void => {
    const name = hostName.toLowerCase()
    done(null, this.#contexts.get(name) ?? this.#contexts.get(name.replace(/^[^.]+/, '*')))
  }
}

/**
 * The ciphers of Node, with AES of 128 bits first in TLS 1.3, as Node has them in TLS 1.2: a handshake with its SHA-256
 * costs less than with the SHA-384 of AES with 256 bits.
 */
const defaultOrder = ['TLS_AES_128_GCM_SHA256', ...DEFAULT_CIPHERS.split(':')]
const defaultCiphers = [...new Set(defaultOrder), '!SHA1'].join(':') // without CBC and HMAC-SHA1 of TLS 1.2

/** Returns the options of a TLS context. Clients of TLS 1.2 cannot renegotiate, which would cost only the server. */
export function buildSecureContextOptions(tls: ServerTls): SecureContextOptions {
  const { cert, key, minVersion, ciphers = defaultCiphers, ca } = tls
  const secureOptions = constants.SSL_OP_NO_RENEGOTIATION
  return definedMembers({ cert, key, minVersion, ciphers, secureOptions, ca })
}

/** Returns TLS options. Handshakes succeed without a valid client certificate, so that a response can explain. */
export function buildTlsOptions(tls: ServerTls): TlsOptions {
  return {
    ...buildSecureContextOptions(tls),
    requestCert: tls.clientCertificates !== 'none',
    rejectUnauthorized: false,
  }
}

async function readPem(file: string, setting: string): Promise<string> {
  try {
    return (await readRegularFileLater(file)).toString()
  } catch (cause) {
    throw new TlsFileError(`${setting} names ${file}, which cannot be read: ${describeFileError(cause)}`, { cause })
  }
}

function parseCertificates(text: string, file: string): X509Certificate[] {
  const blocks = splitCertificates(text)
  if (blocks.length === 0) throw new TlsFileError(`${file} contains no certificate in PEM form`)
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block)
    } catch (cause) {
      throw new TlsFileError(`${file}: certificate ${index + 1} cannot be read: ${(cause as Error).message}`, { cause })
    }
  })
}

function parseKey(text: string, file: string) {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type:.*ENCRYPTED/m.test(text))
    throw new TlsFileError(`${file} is encrypted: keep the key without a pass phrase, readable by its owner alone`)
  try {
    return createPrivateKey(text)
  } catch (cause) {
    throw new TlsFileError(`${file} contains no private key in PEM form`, { cause })
  }
}
