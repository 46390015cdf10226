/** The TLS settings of `mqwebuser.xml`: `<ssl>` and the `<keyStore>` elements that it references. */
import { isAbsolute, join } from 'node:path'
import type { SettingsFindings } from './findings.ts'
import { readPassword } from './passwords.ts'
import type { XmlElement } from './xml.ts'

export interface TlsSettings {
  /** The certificate of the server; undefined when the server creates its own. */
  keyStore: KeyStoreSettings | undefined
  /** The CAs that may issue client certificates. */
  trustStore: KeyStoreSettings | undefined
  clientCertificates: 'none' | 'supported' | 'required'
  minVersion: 'TLSv1.2' | 'TLSv1.3'
  maxVersion: 'TLSv1.2' | 'TLSv1.3'
  ciphers: string | undefined
}

/** A file of keys or of CA certificates, with an absolute path. */
export type KeyStoreSettings = { file: string; type: 'PKCS12' | 'PEM'; password: string | undefined }

/** Reads the `<ssl>` element that `<sslDefault>` names, or the first one. Paths are relative to `folder`. */
export function readTlsSettings(server: XmlElement, folder: string, findings: SettingsFindings): TlsSettings {
  const standard = server.children.find(({ name }) => name === 'sslDefault')
  const wanted = standard && findings.readAttribute(standard, 'sslRef')
  const candidates = server.children.filter(({ name }) => name === 'ssl')
  const ssl = candidates.find((each) => findings.readAttribute(each, 'id') === wanted) ?? candidates[0]
  if (!ssl) {
    return {
      keyStore: undefined,
      trustStore: undefined,
      clientCertificates: 'none',
      ...readVersions(undefined),
      ciphers: undefined,
    }
  }

  const protocol = findings.readAttribute(ssl, 'sslProtocol')
  const versions = readVersions(protocol)
  if (!versions) findings.addError(ssl, `sslProtocol must be TLSv1.2, TLSv1.3 or both, found "${protocol}"`)
  const yes = (attribute: string) => findings.readAttribute(ssl, attribute) === 'true'

  return {
    keyStore: readStore(server, ssl, 'keyStoreRef', folder, findings),
    trustStore: readStore(server, ssl, 'trustStoreRef', folder, findings),
    clientCertificates: yes('clientAuthentication')
      ? 'required'
      : yes('clientAuthenticationSupported')
        ? 'supported'
        : 'none',
    ...(versions ?? readVersions(undefined)),
    ciphers: findings
      .readAttribute(ssl, 'enabledCiphers')
      ?.trim()
      .split(/[\s,]+/)
      .join(':'),
  }
}

/** Returns the TLS versions: only 1.2 for `TLSv1.2`, all for `SSL_TLSv2` and a missing value; undefined for others. */
function readVersions(text: undefined): Pick<TlsSettings, 'minVersion' | 'maxVersion'>
function readVersions(text: string | undefined): Pick<TlsSettings, 'minVersion' | 'maxVersion'> | undefined
function readVersions(text: string | undefined): Pick<TlsSettings, 'minVersion' | 'maxVersion'> | undefined {
  if (text === undefined || text === 'SSL_TLSv2') return { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' }

  const named = text.split(',').map((each) => each.trim())
  if (named.some((each) => each !== 'TLSv1.2' && each !== 'TLSv1.3')) return undefined
  return {
    minVersion: named.includes('TLSv1.2') ? 'TLSv1.2' : 'TLSv1.3',
    maxVersion: named.includes('TLSv1.3') ? 'TLSv1.3' : 'TLSv1.2',
  }
}

function readStore(
  server: XmlElement,
  ssl: XmlElement,
  attribute: string,
  folder: string,
  findings: SettingsFindings,
): KeyStoreSettings | undefined {
  const id = findings.readAttribute(ssl, attribute)
  if (id === undefined) return undefined

  const element = server.children.find((each) => each.name === 'keyStore' && findings.readAttribute(each, 'id') === id)
  if (!element) {
    findings.addError(ssl, `${attribute} names the key store "${id}", but no <keyStore> has this id`)
    return undefined
  }

  const location = findings.readRequiredAttribute(element, 'location')
  const type = (findings.readAttribute(element, 'type') ?? typeOf(location)).toUpperCase()
  if (type !== 'PKCS12' && type !== 'PEM') {
    findings.addError(element, `type must be PKCS12 or PEM, found "${type}"; convert the store with keytool`)
    return undefined
  }
  try {
    const password = findings.readAttribute(element, 'password')
    return {
      file: isAbsolute(location) ? location : join(folder, location),
      type,
      password: password === undefined ? undefined : readPassword(password),
    }
  } catch (error) {
    findings.addError(element, `password: ${(error as Error).message}`)
    return undefined
  }
}

function typeOf(location: string): string {
  if (/\.(p12|pfx)$/i.test(location)) return 'PKCS12'
  return /\.jks$/i.test(location) ? 'JKS' : 'PEM'
}
