/**
 * The key repository of a queue manager: a PKCS #12 file, or PEM files in the folder of SSLKEYR.
 *
 * `SSLKEYR('/data/qmgrs/QM1/ssl/key.p12')` names a file with one certificate, its private key and the CAs that are trusted;
 * KEYRPWD is its password. CERTLABL is not used then.
 *
 * `SSLKEYR('/data/qmgrs/QM1/ssl/key')` names the folder `ssl`. It holds `LABEL.crt` with a certificate and its chain,
 * `LABEL.key` with its private key, and `ca.crt` with the CAs that are trusted. The label is CERTLABL of the channel,
 * or of the queue manager.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { describeFileError } from '../../../../shared/lib/files/file-error.ts'
import { readRegularFile } from '../../../../shared/lib/files/read-regular-file.ts'
import { ChannelError } from '../protocol/channel-error.ts'

/** Options for `node:tls`. With `pfx`, an empty list in `ca` keeps the CAs of Node out; those of the file are trusted. */
export type TlsCredentials =
  | { readonly ca: Buffer; readonly cert?: Buffer | undefined; readonly key?: Buffer | undefined }
  | { readonly ca: Buffer[]; readonly pfx: Buffer; readonly passphrase: string }

export type TlsFiles = ReturnType<typeof openTlsFiles>

export function openTlsFiles(attribute: (keyword: string) => unknown) {
  return {
    /** Reads the files of a label or the queue manager's, certificates only if needed. Throws a `KeyRepositoryError`. */
    read(label: string, { needsCertificate }: { readonly needsCertificate: boolean }): TlsCredentials {
      const repository = String(attribute('SSLKEYR') ?? '')
      if (repository === '')
        throw new KeyRepositoryError('SSLKEYR of the queue manager is blank; name the key repository')
      if (/\.p12$|\.pfx$/i.test(repository)) return readPkcs12(repository, String(attribute('KEYRPWD') ?? ''))
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

function readPkcs12(file: string, passphrase: string): TlsCredentials {
  const pfx = readFile(file)
  try {
    createSecureContext({ pfx, passphrase })
  } catch (cause) {
    const text = `${file} cannot be opened: ${(cause as Error).message}; set KEYRPWD of the queue manager to its password`
    throw new KeyRepositoryError(text, { cause })
  }
  return { ca: [], pfx, passphrase }
}

function readFile(file: string): Buffer {
  try {
    return readRegularFile(file)
  } catch (cause) {
    const problem = `${file} of the key repository cannot be read: ${describeFileError(cause)}`
    const text = `${problem}; SSLKEYR of the queue manager names a .p12 file, or FOLDER/key for PEM files`
    throw new KeyRepositoryError(text, { cause })
  }
}

/** The own key repository cannot be used. */
export class KeyRepositoryError extends ChannelError {
  override name = 'KeyRepositoryError'

  constructor(message: string, options?: ErrorOptions) {
    super('TLS_MISMATCH', message, options)
  }
}
