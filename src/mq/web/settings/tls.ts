/** The TLS settings of `mqwebuser.xml`: `<ssl>` and the `<keyStore>` elements that it references. */
import { isAbsolute, join } from 'node:path'
import type { ElementReader } from './element-reader.ts'

export type TlsSettings = ReturnType<typeof readTlsSettings>

/** A file of keys or of CA certificates, with an absolute path. */
export type KeyStoreSettings = { file: string; type: 'PKCS12' | 'PEM'; password: string | undefined }

/** Reads the `<ssl>` element that `<sslDefault>` names, or the first one. Paths are relative to `folder`. */
export function readTlsSettings(server: ElementReader, folder: string) {
  const wanted = server.children('sslDefault')[0]?.text('sslRef')
  const candidates = server.children('ssl')
  const named = candidates.find((each) => each.text('id') === wanted)
  if (wanted !== undefined && !named)
    candidates[0]?.fail(`<sslDefault sslRef="${wanted}"> names no <ssl> of this file: name the id of one`)
  const ssl = named ?? candidates[0]
  const protocol = ssl?.text('sslProtocol') ?? 'SSL_TLSv2'
  const versions = readVersions(protocol)
  if (!versions) ssl?.fail(`sslProtocol must be TLSv1.2, TLSv1.3 or both, found "${protocol}"`)
  const supported = ssl?.flag('clientAuthenticationSupported') ? 'supported' : 'none'

  return {
    /** The certificate of the server; undefined when the server creates its own. */
    keyStore: ssl && readStore(server, ssl, 'keyStoreRef', folder),
    /** The CAs that may issue client certificates. */
    trustStore: ssl && readStore(server, ssl, 'trustStoreRef', folder),
    clientCertificates: ssl?.flag('clientAuthentication') ? 'required' : supported,
    minVersion: versions?.minVersion ?? 'TLSv1.2',
    maxVersion: versions?.maxVersion ?? 'TLSv1.3',
    ciphers: ssl
      ?.text('enabledCiphers')
      ?.trim()
      .split(/[\s,]+/)
      .join(':'),
  }
}

type TlsVersion = 'TLSv1.2' | 'TLSv1.3'

/** Returns the TLS versions: only 1.2 for `TLSv1.2`, all for `SSL_TLSv2`; undefined for other texts. */
function readVersions(text: string): { minVersion: TlsVersion; maxVersion: TlsVersion } | undefined {
  if (text === 'SSL_TLSv2') return { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' }

  const named = text.split(',').map((each) => each.trim())
  if (named.some((each) => each !== 'TLSv1.2' && each !== 'TLSv1.3')) return undefined
  return {
    minVersion: named.includes('TLSv1.2') ? 'TLSv1.2' : 'TLSv1.3',
    maxVersion: named.includes('TLSv1.3') ? 'TLSv1.3' : 'TLSv1.2',
  }
}

function readStore(
  server: ElementReader,
  ssl: ElementReader,
  attribute: string,
  folder: string,
): KeyStoreSettings | undefined {
  const id = ssl.text(attribute)
  if (id === undefined) return undefined

  const store = server.children('keyStore').find((each) => each.text('id') === id)
  if (!store) {
    ssl.fail(`${attribute} names the key store "${id}", but no <keyStore> has this id`)
    return undefined
  }

  const location = store.required('location')
  const type = (store.text('type') ?? typeOf(location)).toUpperCase()
  if (type !== 'PKCS12' && type !== 'PEM') {
    store.fail(`type must be PKCS12 or PEM, found "${type}"; convert the store with keytool`)
    return undefined
  }
  const file = isAbsolute(location) ? location : join(folder, location)
  return { file, type, password: store.password('password') }
}

function typeOf(location: string): string {
  if (/\.(p12|pfx)$/i.test(location)) return 'PKCS12'
  return /\.jks$/i.test(location) ? 'JKS' : 'PEM'
}
