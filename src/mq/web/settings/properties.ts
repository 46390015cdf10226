/** The properties of the server: `<variable>` elements of `mqwebuser.xml`, as `dspmqweb properties` shows. */
import { isIP } from 'node:net'
import { isNetwork } from '../../../shared/lib/text/is-network.ts'

/** A type of values. `accepts` completes "NAME must be …"; `parse` returns undefined for any other text. */
type PropertyType<Value> = { readonly accepts: string; parse(text: string): Value | undefined }

const noRemote = 'the console administers the queue managers of its own installation'
const maxTextLength = 4096

const boolean: PropertyType<boolean> = {
  accepts: 'true or false',
  parse: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
}
const host = text('* for all addresses, an IP address, or a host name', (value) => value === '*' || isHost(value))
const cookieName = text("letters, digits and !#$%&'*+-.^_`|~", (value) => /^[\w!#$%&'*+.^`|~-]+$/.test(value))
const managerName = text('the name of a queue manager, or empty', (value) => /^[\w./%]{0,48}$/.test(value))
const url = text('a URL such as https://mq.example.com:9443 without a path, or empty', (value) => {
  return value === '' || (/^https:[^*]+$/.test(value) && isSource(value.replace(/\/$/, '')))
})
const origins = list('comma-separated origins such as https://page.example, or *', ',', (item) => {
  return item === '*' || (URL.canParse(item) && new URL(item).origin === item.toLowerCase() && isSource(item))
})
const networks = list('comma-separated IP addresses and CIDRs such as 10.0.0.0/8', ',', isNetwork)
const ancestors = list("blank-separated origins such as https://page.example, https: or 'self'", / +/, (item) => {
  return /^(?:'self'|'none'|https?:)$/.test(item) || isSource(item)
})
const trace = list('COMPONENT=LEVEL such as *=info, with ":" between them', ':', (item) => /^[\w.*-]+=\w+$/.test(item))

/** The properties: their types, their defaults, and for those without effect the reason. */
export const propertyTable = {
  httpHost: property(host, 'localhost'),
  httpPort: property(integer(-1, 65_535), '-1'),
  httpsPort: property(integer(-1, 65_535), '9443'),
  ltpaCookieName: property(cookieName, `LtpaToken2_\${env.MQWEB_LTPA_SUFFIX}`),
  ltpaExpiration: property(integer(1, 525_600), '120'),
  managementMode: property(choice('standard', 'externallyprovisioned'), 'standard'),
  maxTraceFiles: property(integer(1, 1_000), '2'),
  maxTraceFileSize: property(integer(1, 10_000), '20'),
  mqConsoleAutostart: property(boolean, 'true'),
  mqConsoleEnableDashboardBrowse: property(boolean, 'true'),
  mqConsoleEnableSystemTopicMonitoring: property(boolean, 'true', 'the charts of the console do not need $SYS topics'),
  mqConsoleEnableUnsafeInline: property(boolean, 'false', 'the console has no inline script and allows none'),
  mqConsoleFrameAncestors: property(ancestors, ''),
  mqConsoleMaxMsgCharsToDisplay: property(integer(0, 1_048_576), '1024'),
  mqConsoleMaxMsgRequestSize: property(integer(1, 100), '1'),
  mqConsoleMaxMsgsPerRequest: property(integer(1, 10_000), '1000'),
  mqConsoleRemoteAllowLocal: property(boolean, 'true', noRemote),
  mqConsoleRemotePollTime: property(integer(1, 86_400), '30', noRemote),
  mqConsoleRemoteSupportEnabled: property(boolean, 'true', noRemote),
  mqConsoleRemoteUIAdmin: property(boolean, 'false', noRemote),
  mqRestAutostart: property(boolean, 'true'),
  mqRestCorsAllowedOrigins: property(origins, ''),
  mqRestCorsMaxAgeInSeconds: property(integer(0, 31_536_000), '0'),
  mqRestCsrfExpirationInMinutes: property(
    integer(-1, 525_600),
    '30',
    'the server ignores the value of the CSRF header',
  ),
  mqRestCsrfValidation: property(boolean, 'true'),
  mqRestGatewayEnabled: property(boolean, 'true'),
  mqRestGatewayQmgr: property(managerName, ''),
  mqRestInstanceUrl: property(url, ''),
  mqRestMessagingAdoptWebUserContext: property(boolean, 'true'),
  mqRestMessagingEnabled: property(boolean, 'true'),
  mqRestMessagingFullPoolBehavior: property(choice('overflow', 'error', 'block'), 'overflow'),
  mqRestMessagingMaxPoolSize: property(integer(1, 100_000), '20'),
  mqRestMetricsEnabled: property(boolean, 'true'),
  mqRestMetricsMaxQueues: property(integer(0, 100_000), '500'),
  mqRestMftCommandQmgr: property(managerName, ''),
  mqRestMftCoordinationQmgr: property(managerName, ''),
  mqRestMftEnabled: property(boolean, 'false'),
  mqRestMftReconnectTimeoutInMinutes: property(integer(0, 525_600), '30'),
  mqRestRequestTimeout: property(integer(1, 86_400), '30'),
  mqRestWebhookAllowedNetworks: property(networks, ''),
  secureLtpa: property(boolean, 'true'),
  traceSpec: property(trace, '*=info'),
}

export type PropertyName = keyof typeof propertyTable

/** The current value of each property. */
export type PropertyValues = {
  readonly [Name in PropertyName]: NonNullable<ReturnType<(typeof propertyTable)[Name]['type']['parse']>>
}

export const propertyNames = Object.keys(propertyTable) as PropertyName[]

export function isPropertyName(name: string): name is PropertyName {
  return Object.hasOwn(propertyTable, name)
}

/** Parses the value of a property. Throws an `Error` that names the accepted values. */
export function parseProperty(name: PropertyName, value: string): boolean | number | string {
  const { type } = propertyTable[name]
  const parsed = value.length > maxTextLength ? undefined : type.parse(value)
  if (parsed === undefined) throw new Error(`${name} must be ${type.accepts}, found "${value.slice(0, 200)}"`)
  return parsed
}

/** Returns the reason why setting a property has no effect; undefined when it has an effect. */
export function explainNoEffect(name: PropertyName): string | undefined {
  return propertyTable[name].inert
}

/** Creates a property. `inert` completes "it is kept and has no effect: ". */
function property<Value>(type: PropertyType<Value>, byDefault: string, inert?: string) {
  return { type, default: byDefault, inert }
}

function integer(min: number, max: number): PropertyType<number> {
  return {
    accepts: `a whole number from ${min} to ${max}`,
    parse(value) {
      const number = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN
      return number >= min && number <= max ? number : undefined
    },
  }
}

function text(accepts: string, isValid: (value: string) => boolean): PropertyType<string> {
  return { accepts, parse: (value) => (/^[ -~]*$/.test(value) && isValid(value) ? value : undefined) }
}

/** Returns the type of lists of items, which may be surrounded by blanks. An empty text is a list without items. */
function list(accepts: string, separator: string | RegExp, isItem: (item: string) => boolean): PropertyType<string> {
  return text(accepts, (value) => value === '' || value.split(separator).every((item) => isItem(item.trim())))
}

function choice(...words: string[]): PropertyType<string> {
  return text(`one of ${words.join(', ')}`, (value) => words.includes(value))
}

function isHost(value: string): boolean {
  const labels = value.length > 253 ? [''] : value.split('.')
  const isName = labels.every((label) => /^\w(?:[\w-]{0,61}\w)?$/.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName || isIP(value) > 0
}

/** Returns whether a text is a host with or without scheme and port, as in `frame-ancestors` (CSP 3, section 6.4.2). */
function isSource(value: string): boolean {
  const shape = /^(?:https?:\/\/)?(?:(?:\*\.)?([^:/[\]]+)|\[([^[\]]+)\])(?::(\d{1,5}|\*))?$/i
  const [, name = '', address = '', port = '0'] = shape.exec(value) ?? []
  return (name === '*' || isHost(name) || isIP(address) === 6) && (port === '*' || Number(port) <= 65_535)
}
