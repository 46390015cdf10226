/** The TLS options of the HTTPS listener: the server certificate and the CAs for client certificates. */
import { readFile } from 'node:fs/promises'
import type { TlsOptions } from 'node:tls'

import { ensureSelfSignedCertificate } from '../http/listener/self-signed-certificate.ts'
import type { KeyStoreSettings, TlsSettings } from './settings/tls.ts'

/**
 * Reads the key stores of the settings. Without a key store the server uses a self-made certificate for `names`
 * in `folder`. Throws when a file cannot be read.
 */
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
    ...(keyStore ? await readKeys(keyStore) : await madeKeys(folder, names)),
    ...(clientCertificates === 'none'
      ? {}
      : { requestCert: true, rejectUnauthorized: clientCertificates === 'required' }),
    ...(trustStore ? { ca: await read(trustStore) } : {}),
  }
}

async function madeKeys(folder: string, names: readonly string[]): Promise<TlsOptions> {
  const { cert, key } = await ensureSelfSignedCertificate(folder, names)
  return { cert, key }
}

async function readKeys(store: KeyStoreSettings): Promise<TlsOptions> {
  const bytes = await read(store)
  const passphrase = store.password === undefined ? {} : { passphrase: store.password }
  return store.type === 'PKCS12' ? { pfx: bytes, ...passphrase } : { cert: bytes, key: bytes, ...passphrase }
}

async function read({ file }: KeyStoreSettings): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (cause) {
    throw new Error(`the key store ${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}
