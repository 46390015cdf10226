/**
 * Loads the certificate, the key and the client CAs of a server from PEM files, and checks them together before
 * they are used.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContextOptions, type SecureVersion, type TlsOptions } from 'node:tls'
import { describeFileError } from '../../lib/files/file-error.ts'
import { readRegularFileLater } from '../../lib/files/read-regular-file.ts'

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
}

/** The contents of the files. They can be sent to another process. */
export interface ServerTls {
  cert: string
  key: string
  minVersion: SecureVersion
  ciphers?: string | undefined
  /** The CAs that are trusted to sign client certificates, as PEM text. */
  ca: string | undefined
  clientCertificates: ClientCertificateMode
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
export async function loadServerTls(files: ServerTlsFiles): Promise<{ tls: ServerTls; facts: CertificateSummary }> {
  const { certificateFile, keyFile, clientCaFile, clientCertificates, minVersion, ciphers } = files
  const cert = await readPem(certificateFile, 'SLUICE_TLS_CERTIFICATE')
  const key = await readPem(keyFile, 'SLUICE_TLS_KEY')
  const [own] = parseCertificates(cert, certificateFile)
  if (!(own as X509Certificate).checkPrivateKey(parseKey(key, keyFile)))
    throw new TlsFileError(`${keyFile} is not the key of the certificate in ${certificateFile}`)

  const ca = clientCaFile === undefined ? undefined : await readPem(clientCaFile, 'SLUICE_TLS_CLIENT_CA')
  if (clientCaFile !== undefined) parseCertificates(ca as string, clientCaFile)
  const tls: ServerTls = { cert, key, minVersion, ciphers, ca, clientCertificates }
  try {
    createSecureContext(buildSecureContextOptions(tls))
  } catch (cause) {
    throw new TlsFileError(`${certificateFile} cannot be served: ${(cause as Error).message}`, { cause })
  }
  return { tls, facts: summarize(own as X509Certificate) }
}

/** Returns the options of a TLS context. */
export function buildSecureContextOptions({ cert, key, minVersion, ciphers, ca }: ServerTls): SecureContextOptions {
  return { cert, key, minVersion, ...(ciphers !== undefined && { ciphers }), ...(ca !== undefined && { ca }) }
}

/**
 * Returns the options of a TLS server. The handshake succeeds without a valid client certificate, so that the
 * server can respond with an explanation.
 */
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
    throw new TlsFileError(`${setting} names ${file}, which cannot be read: ${describeFileError(cause)}`, {
      cause,
    })
  }
}

function parseCertificates(text: string, file: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new TlsFileError(`${file} contains no certificate in PEM form`)
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block)
    } catch (cause) {
      throw new TlsFileError(`${file}: certificate ${index + 1} cannot be read: ${(cause as Error).message}`, {
        cause,
      })
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

function summarize(certificate: X509Certificate): CertificateSummary {
  return {
    subject: certificate.subject.split('\n').join(', '),
    expiresAt: certificate.validToDate.getTime(),
  }
}
