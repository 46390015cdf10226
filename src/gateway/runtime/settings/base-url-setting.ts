/**
 * SLUICE_BASE_URL: the origin under which callers reach the gateway. Issuers, token endpoints and audiences begin with
 * it, so a base URL that callers cannot use makes every token useless (RFC 8414 section 2).
 */
import { defaultListener, type ListenerSettings } from '../../../shared/process/listening/listeners.ts'
import { isLoopbackHost, type ListeningSettings } from '../../../shared/process/settings/listening-settings.ts'
import { SettingError } from '../../../shared/process/settings/parse-setting.ts'

const example = 'https://api.example.com'

/** Returns the origin; empty when the setting is empty and the base URL follows a listener. Throws `SettingError`. */
export function readBaseUrl(text: string, { listeners }: ListeningSettings): string {
  if (text === '') {
    checkListeningHost(defaultListener(listeners))
    return ''
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw refused('', text)
  checkOrigin(url, text)
  checkScheme(url, listeners)
  return url.origin
}

/** Returns warnings about a base URL that works but is probably not intended. */
export function findBaseUrlWarnings(baseUrl: string, { listeners }: ListeningSettings): string[] {
  if (baseUrl === '') {
    const { scheme, port } = defaultListener(listeners)
    const name = scheme === 'https' ? 'SLUICE_TLS_PORT' : 'SLUICE_PORT'
    return port === 0
      ? [
          `${name} is 0: the gateway takes another port at every start, which changes the issuer and ends all tokens; ` +
            'set the port, or SLUICE_BASE_URL',
        ]
      : []
  }
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !isLoopbackHost(hostname)
    ? [
        `SLUICE_BASE_URL is ${baseUrl}: callers send passwords and tokens in plain text; put TLS in front of the ` +
          'gateway, or set SLUICE_TLS_CERTIFICATE, and write an https URL',
      ]
    : []
}

function checkListeningHost({ host }: ListenerSettings): void {
  const inUrl = hostInUrl(host)
  if (inUrl !== undefined && !isUnspecified(inUrl)) return
  const why = inUrl === undefined ? 'which no URL can name' : 'which stands for every address of this machine'
  throw new SettingError(
    `SLUICE_HOST is ${host}, ${why}: callers cannot use it, and without SLUICE_BASE_URL it would be the host of the ` +
      `issuer; set SLUICE_BASE_URL to the origin that callers use, like ${example}`,
  )
}

function checkOrigin(url: URL, text: string): void {
  if (url.username !== '' || url.password !== '') {
    throw new SettingError(`SLUICE_BASE_URL must be an origin like ${example}, without user name and password`)
  }
  if (url.pathname !== '/') throw refused(', without a path', text)
  if (url.search !== '' || /\?/.test(text)) throw refused(', without a query', text)
  if (url.hash !== '' || /#/.test(text)) throw refused(', without a fragment', text)
  if (url.port === '0') throw refused(', with a port other than port 0', text)
  if (isUnspecified(url.hostname)) {
    throw new SettingError(
      `SLUICE_BASE_URL must name the host that callers use, like ${example}: "${url.hostname}" is no address that ` +
        'callers can connect to',
    )
  }
}

/** An http URL needs a listener for plain HTTP that its callers can reach. */
function checkScheme({ protocol, hostname, origin }: URL, listeners: readonly ListenerSettings[]): void {
  if (protocol === 'https:' || !listeners.some(({ scheme }) => scheme === 'https')) return
  const plain = listeners.find(({ scheme, redirects }) => scheme === 'http' && !redirects)
  if (plain && (isLoopbackHost(hostname) || !isLoopbackHost(plain.host))) return
  throw new SettingError(
    `SLUICE_BASE_URL is ${origin}, where the gateway serves only HTTPS: write the https URL that callers use, or set ` +
      'SLUICE_PLAIN_HTTP=anywhere',
  )
}

/** Returns a host as URLs spell it; undefined when no URL can contain it. */
function hostInUrl(host: string): string | undefined {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Returns whether a host, spelt as in `URL`, means every address: 0.0.0.0, :: and their equivalents. */
function isUnspecified(host: string): boolean {
  return host === '0.0.0.0' || host === '[::]' || host === '[::ffff:0:0]'
}

function refused(more: string, text: string): SettingError {
  return new SettingError(`SLUICE_BASE_URL must be an http or https origin like ${example}${more} - found "${text}"`)
}
