/** The TLS options of the HTTPS listener: the server certificate and the CAs for client certificates. */
import { createSecureContext, type TlsOptions } from 'node:tls'
import { ensureSelfSignedCertificate } from '../http/listener/self-signed-certificate.ts'
import { describeFileError } from '../lib/files/file-error.ts'
import { readRegularFile } from '../lib/files/read-regular-file.ts'
import type { KeyStoreSettings, TlsSettings } from './settings/tls.ts'

/** Reads the key stores; without any, makes a certificate for `names` in `folder`. Throws for an unreadable file. */
export async function readTlsOptions(
  settings: TlsSettings,
  folder: string,
  names: readonly string[],
): Promise<TlsOptions> {
  const { clientCertificates, minVersion, maxVersion, ciphers, keyStore, trustStore } = settings
  return {
    minVersion,
    maxVersion,
    ...(ciphers === undefined ? {} : { ciphers }),
    ...(keyStore ? readKeys(keyStore) : await madeKeys(folder, names)),
    ...(clientCertificates === 'none'
      ? {}
      : { requestCert: true, rejectUnauthorized: clientCertificates === 'required' }),
    ...(trustStore ? { ca: read(trustStore) } : {}),
  }
}

async function madeKeys(folder: string, names: readonly string[]): Promise<TlsOptions> {
  const { cert, key } = await ensureSelfSignedCertificate(folder, names)
  return { cert, key }
}

function readKeys(store: KeyStoreSettings): TlsOptions {
  const bytes = read(store)
  const passphrase = store.password === undefined ? {} : { passphrase: store.password }
  const options = store.type === 'PKCS12' ? { pfx: bytes, ...passphrase } : { cert: bytes, key: bytes, ...passphrase }
  try {
    createSecureContext(options)
  } catch (cause) {
    const problem = `the key store ${store.file} cannot be opened: ${(cause as Error).message}`
    throw new Error(`${problem}; check its type (${store.type}) and its password`, { cause })
  }
  return options
}

function read({ file }: KeyStoreSettings): Buffer {
  try {
    return readRegularFile(file)
  } catch (cause) {
    throw new Error(`the key store ${file} cannot be read: ${describeFileError(cause)}`, { cause })
  }
}
