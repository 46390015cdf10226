/**
 * The key repository of a queue manager: PEM files in the folder of SSLKEYR.
 *
 * `SSLKEYR('/data/qmgrs/QM1/ssl/key')` names the folder `ssl`. It holds `LABEL.crt` with a certificate and its chain,
 * `LABEL.key` with its private key, and `ca.crt` with the CAs that are trusted. The label is CERTLABL of the channel,
 * or of the queue manager.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describeFileError } from '../../../lib/files/file-error.ts'
import { ChannelError } from '../protocol/channel-error.ts'

export interface TlsCredentials {
  readonly cert: Buffer | undefined
  readonly key: Buffer | undefined
  readonly ca: Buffer
}

export interface TlsFiles {
  /**
   * Reads the files for a label; without one, for the label of the queue manager. Throws a `ChannelError` that names
   * a file that cannot be read. The certificate is optional unless `needsCertificate` is true.
   */
  read(label: string, options: { readonly needsCertificate: boolean }): TlsCredentials
}

export function openTlsFiles(attribute: (keyword: string) => unknown): TlsFiles {
  return {
    read(label, { needsCertificate }) {
      const repository = String(attribute('SSLKEYR') ?? '')
      if (repository === '') throw failure('SSLKEYR of the queue manager is blank; name the key repository')
      const folder = dirname(repository)
      const name = (label || String(attribute('CERTLABL') ?? '')).toLowerCase()
      const certificate = join(folder, `${name}.crt`)
      const hasCertificate = needsCertificate || existsSync(certificate)
      return {
        cert: hasCertificate ? readFile(certificate) : undefined,
        key: hasCertificate ? readFile(join(folder, `${name}.key`)) : undefined,
        ca: readFile(join(folder, 'ca.crt')),
      }
    },
  }
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw failure(`the key repository has no ${file}: ${describeFileError(cause)}`, cause)
  }
}

function failure(text: string, cause?: unknown): ChannelError {
  return new ChannelError('TLS_MISMATCH', text, { cause })
}
