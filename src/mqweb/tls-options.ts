/** The TLS of the listener: its certificate, and whose client certificates are believed. */
import { readFile } from 'node:fs/promises'
import type { TlsOptions } from 'node:tls'

import { ensureCertificate } from '../http/certificate.ts'
import type { KeyStoreSettings, TlsSettings } from './settings/tls.ts'

/** What the listener opens with. A server without a key store makes its own certificate in `folder`, for `names`. */
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
  const { cert, key } = await ensureCertificate(folder, names)
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
