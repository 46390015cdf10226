/**
 * The certificate that a server shows, its key, and whose client certificates it believes: PEM files, read and
 * checked as a whole before anything is taken into use.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions, type SecureVersion, type TlsOptions } from 'node:tls'
import { describeFileError } from '../../lib/files/file-error.ts'

/** What is done about client certificates: not asked for, looked at when there is one, or asked of everybody. */
export type ClientCertificateMode = 'none' | 'wanted' | 'required'

export interface ServerTlsFiles {
  /** The certificate, followed by those between it and the authority that clients know. */
  certificateFile: string
  keyFile: string
  /** The authorities whose client certificates are believed. */
  clientCaFile: string | undefined
  clientCertificates: ClientCertificateMode
  minVersion: SecureVersion
}

/** What was read; it can be sent to another process. */
export interface ServerTls {
  cert: string
  key: string
  minVersion: SecureVersion
  /** The authorities whose client certificates are believed. */
  ca: string | undefined
  clientCertificates: ClientCertificateMode
}

export interface CertificateSummary {
  subject: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** A file that is not what it should be. The message names it. */
export class TlsFileError extends Error {
  override name = 'TlsFileError'
}

/** Rejects with `TlsFileError`. */
export async function loadServerTls(
  files: ServerTlsFiles,
): Promise<{ tls: ServerTls; facts: CertificateSummary }> {
  const { certificateFile, keyFile, clientCaFile, clientCertificates: clients, minVersion } = files
  const cert = await readPem(certificateFile, 'SLUICE_TLS_CERTIFICATE')
  const key = await readPem(keyFile, 'SLUICE_TLS_KEY')
  const [own] = certificatesIn(cert, certificateFile)
  if (!(own as X509Certificate).checkPrivateKey(keyIn(key, keyFile)))
    throw new TlsFileError(`${keyFile} is not the key of the certificate in ${certificateFile}`)

  const ca = clientCaFile === undefined ? undefined : await readPem(clientCaFile, 'SLUICE_TLS_CLIENT_CA')
  if (clientCaFile !== undefined) certificatesIn(ca as string, clientCaFile)
  const tls: ServerTls = { cert, key, minVersion, ca, clientCertificates: clients }
  try {
    createSecureContext(buildSecureContextOptions(tls))
  } catch (cause) {
    throw new TlsFileError(`${certificateFile} cannot be served: ${(cause as Error).message}`, { cause })
  }
  return { tls, facts: factsOf(own as X509Certificate) }
}

/** As a TLS server takes it. */
export function buildSecureContextOptions({ cert, key, minVersion, ca }: ServerTls): SecureContextOptions {
  return { cert, key, minVersion, ...(ca === undefined ? {} : { ca }) }
}

/** Nobody's handshake is broken for a missing certificate: whoever is not let in is told so, by an answer. */
export function buildTlsOptions(tls: ServerTls): TlsOptions {
  return {
    ...buildSecureContextOptions(tls),
    requestCert: tls.clientCertificates !== 'none',
    rejectUnauthorized: false,
  }
}

async function readPem(file: string, setting: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new TlsFileError(`${setting} names ${file}, which cannot be read: ${describeFileError(cause)}`, {
      cause,
    })
  }
}

function certificatesIn(text: string, file: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new TlsFileError(`${file} holds no certificate in PEM form`)
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block)
    } catch (cause) {
      throw new TlsFileError(
        `${file}: certificate ${index + 1} cannot be read: ${(cause as Error).message}`,
        {
          cause,
        },
      )
    }
  })
}

function keyIn(text: string, file: string) {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type:.*ENCRYPTED/m.test(text))
    throw new TlsFileError(
      `${file} is encrypted: keep the key without a pass phrase, readable by its owner alone`,
    )
  try {
    return createPrivateKey(text)
  } catch (cause) {
    throw new TlsFileError(`${file} holds no private key in PEM form`, { cause })
  }
}

function factsOf(certificate: X509Certificate): CertificateSummary {
  return {
    subject: certificate.subject.split('\n').join(', '),
    expiresAt: certificate.validToDate.getTime(),
  }
}
