/** Settings of the listeners: HTTP, HTTPS or both. */
import { isIPv4, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { ServerTlsFiles } from '../../http/listener/server-tls.ts'
import type { ListenerSettings } from '../listening/listeners.ts'
import { parseChoice, parseWholeNumber, SettingError } from './parse-setting.ts'
import type { SettingText } from './setting-variables.ts'

export interface ListeningSettings {
  listeners: readonly ListenerSettings[]
  /** The files for HTTPS; undefined without it. */
  tls: ServerTlsFiles | undefined
}

/** Parses the settings. Throws `SettingError`. */
export function parseListeningSettings(text: SettingText): ListeningSettings {
  const tls = readTls(text)
  const host = withoutBrackets(text('SLUICE_HOST'))
  const plain = plainListener(text, host, tls !== undefined)
  const secure: ListenerSettings = { scheme: 'https', host, port: parseWholeNumber(text, 'SLUICE_TLS_PORT', 0, 65_535) }
  return { listeners: [...(plain ? [plain] : []), ...(tls ? [secure] : [])], tls }
}

/** Passwords and tokens are readable in plain HTTP, so it stays on this machine unless it is configured. */
function plainListener(text: SettingText, host: string, hasTls: boolean): ListenerSettings | undefined {
  const where = parseChoice(text, 'SLUICE_PLAIN_HTTP', ['loopback', 'anywhere', 'redirect', 'never'])
  const port = parseWholeNumber(text, 'SLUICE_PORT', 0, 65_535)
  if (where === 'never' || where === 'redirect') {
    if (hasTls) return where === 'never' ? undefined : { scheme: 'http', host, port, redirects: true }
    throw new SettingError(`SLUICE_PLAIN_HTTP=${where} needs HTTPS: set SLUICE_TLS_CERTIFICATE and SLUICE_TLS_KEY, too`)
  }
  if (where === 'anywhere' || isLoopbackHost(host)) return { scheme: 'http', host, port }
  if (hasTls) return { scheme: 'http', host: '127.0.0.1', port }
  throw new SettingError(
    `SLUICE_HOST is ${host}, which other machines reach, and plain HTTP exposes passwords and tokens: set SLUICE_TLS_CERTIFICATE and ` +
      'SLUICE_TLS_KEY, or SLUICE_PLAIN_HTTP=anywhere when a proxy in front of the gateway terminates TLS',
  )
}

/** Whether a host is reachable only from this machine. It may be spelt as in a URL. */
export function isLoopbackHost(host: string): boolean {
  const bare = withoutBrackets(host)
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}

/** `[::1]`, as URLs write it, is the address `::1`. */
export function withoutBrackets(host: string): string {
  const inside = /^\[(.*)\]$/.exec(host)?.[1]
  return inside !== undefined && isIPv6(inside) ? inside : host
}

function readTls(text: SettingText): ServerTlsFiles | undefined {
  const clients = parseChoice(text, 'SLUICE_TLS_CLIENTS', ['none', 'wanted', 'required'])
  const minVersion = parseChoice(text, 'SLUICE_TLS_MIN_VERSION', ['1.2', '1.3'])
  const ciphers = text('SLUICE_TLS_CIPHERS')
  if (ciphers !== '') checkCiphers(ciphers)
  const folder = text('SLUICE_TLS_CERTIFICATE_FOLDER')
  const [certificate, key, clientCa] = [
    text('SLUICE_TLS_CERTIFICATE'),
    text('SLUICE_TLS_KEY'),
    text('SLUICE_TLS_CLIENT_CA'),
  ]
  if ((certificate === '') !== (key === ''))
    throw new SettingError('SLUICE_TLS_CERTIFICATE and SLUICE_TLS_KEY must be set together: set both or none')
  if ((clients === 'none') !== (clientCa === ''))
    throw new SettingError(
      'SLUICE_TLS_CLIENTS (wanted, required) and SLUICE_TLS_CLIENT_CA (the trusted CAs) must be set together: set both or none',
    )
  if (certificate === '') {
    if (text('SLUICE_TLS_CERTIFICATE_FOLDER') !== '')
      throw new SettingError(
        'SLUICE_TLS_CERTIFICATE_FOLDER needs SLUICE_TLS_CERTIFICATE, for clients that ask for no known host name',
      )
    if (clients !== 'none') throw new SettingError('SLUICE_TLS_CLIENTS needs SLUICE_TLS_CERTIFICATE')
    return undefined
  }
  return {
    certificateFile: resolve(certificate),
    keyFile: resolve(key),
    clientCaFile: clientCa === '' ? undefined : resolve(clientCa),
    clientCertificates: clients,
    minVersion: `TLSv${minVersion}`,
    ciphers: ciphers !== '' ? ciphers : undefined,
    folder: folder !== '' ? resolve(folder) : undefined,
  }
}

function checkCiphers(ciphers: string): void {
  try {
    createSecureContext({ ciphers })
  } catch (cause) {
    throw new SettingError(
      `SLUICE_TLS_CIPHERS must be an OpenSSL cipher list with at least one known cipher - found "${ciphers}": ${(cause as Error).message}`,
    )
  }
}
