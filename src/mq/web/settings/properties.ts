/** The properties of the server: `<variable>` elements of `mqwebuser.xml`, as `dspmqweb properties` shows. */

interface Kind {
  kind: 'boolean' | 'integer' | 'text' | 'choice'
  default: string
  /** The range of an integer. */
  min?: number
  max?: number
  choices?: readonly string[]
  /** The reason why the property has no effect in this server, to complete "it is kept and has no effect: ". */
  inert?: string
}

const noRemote = 'the console administers the queue managers of its own installation'

export const propertyTable = {
  httpHost: text('localhost'),
  httpPort: integer(-1, -1, 65_535),
  httpsPort: integer(9443, -1, 65_535),
  ltpaCookieName: text(`LtpaToken2_\${env.MQWEB_LTPA_SUFFIX}`),
  ltpaExpiration: integer(120, 1, 525_600),
  managementMode: choice('standard', 'externallyprovisioned'),
  maxTraceFiles: integer(2, 1, 1_000),
  maxTraceFileSize: integer(20, 1, 10_000),
  mqConsoleAutostart: boolean(true),
  mqConsoleEnableDashboardBrowse: boolean(true),
  mqConsoleEnableSystemTopicMonitoring: inert(boolean(true), 'the charts of the console do not need $SYS topics'),
  mqConsoleEnableUnsafeInline: inert(boolean(false), 'the console has no inline script and allows none'),
  mqConsoleFrameAncestors: text(''),
  mqConsoleMaxMsgCharsToDisplay: integer(1024, 0, 1_048_576),
  mqConsoleMaxMsgRequestSize: integer(1, 1, 100),
  mqConsoleMaxMsgsPerRequest: integer(1000, 1, 10_000),
  mqConsoleRemoteAllowLocal: inert(boolean(true), noRemote),
  mqConsoleRemotePollTime: inert(integer(30, 1, 86_400), noRemote),
  mqConsoleRemoteSupportEnabled: inert(boolean(true), noRemote),
  mqConsoleRemoteUIAdmin: inert(boolean(false), noRemote),
  mqRestAutostart: boolean(true),
  mqRestCorsAllowedOrigins: text(''),
  mqRestCorsMaxAgeInSeconds: integer(0, 0, 31_536_000),
  mqRestCsrfExpirationInMinutes: inert(integer(30, -1, 525_600), 'the server ignores the value of the CSRF header'),
  mqRestCsrfValidation: boolean(true),
  mqRestGatewayEnabled: boolean(true),
  mqRestGatewayQmgr: text(''),
  mqRestInstanceUrl: text(''),
  mqRestMessagingAdoptWebUserContext: boolean(true),
  mqRestMessagingEnabled: boolean(true),
  mqRestMessagingFullPoolBehavior: choice('overflow', 'error', 'block'),
  mqRestMessagingMaxPoolSize: integer(20, 1, 100_000),
  mqRestMetricsEnabled: boolean(true),
  mqRestMetricsMaxQueues: integer(500, 0, 100_000),
  mqRestMftCommandQmgr: text(''),
  mqRestMftCoordinationQmgr: text(''),
  mqRestMftEnabled: boolean(false),
  mqRestMftReconnectTimeoutInMinutes: integer(30, 0, 525_600),
  mqRestRequestTimeout: integer(30, 1, 86_400),
  mqRestWebhookAllowedNetworks: text(''),
  secureLtpa: boolean(true),
  traceSpec: text('*=info'),
} as const satisfies Record<string, Kind>

export type PropertyName = keyof typeof propertyTable

/** The current value of each property, with the type of its kind. */
export type PropertyValues = {
  readonly [Name in PropertyName]: (typeof propertyTable)[Name] extends { kind: 'boolean' }
    ? boolean
    : (typeof propertyTable)[Name] extends { kind: 'integer' }
      ? number
      : string
}

export const propertyNames = Object.keys(propertyTable) as PropertyName[]

export function isPropertyName(name: string): name is PropertyName {
  return Object.hasOwn(propertyTable, name)
}

/** Parses the value of a property. Throws an `Error` that names the accepted values. */
export function parseProperty(name: PropertyName, value: string): boolean | number | string {
  const kind: Kind = propertyTable[name]

  if (kind.kind === 'boolean') {
    if (value !== 'true' && value !== 'false') throw new Error(`${name} must be true or false, found "${value}"`)
    return value === 'true'
  }
  if (kind.kind === 'integer') {
    const number = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= (kind.min as number) && number <= (kind.max as number)))
      throw new Error(`${name} must be a whole number from ${kind.min} to ${kind.max}, found "${value}"`)
    return number
  }
  if (kind.choices && !kind.choices.includes(value))
    throw new Error(`${name} must be one of ${kind.choices.join(', ')}, found "${value}"`)
  return value
}

/** Returns the reason why setting a property has no effect; undefined when it has an effect. */
export function explainNoEffect(name: PropertyName): string | undefined {
  const kind: Kind = propertyTable[name]
  return kind.inert
}

function inert<K extends Kind>(kind: K, why: string): K {
  return { ...kind, inert: why }
}

function boolean(value: boolean) {
  return { kind: 'boolean', default: String(value) } as const
}

function integer(value: number, min: number, max: number) {
  return { kind: 'integer', default: String(value), min, max } as const
}

function text(value: string) {
  return { kind: 'text', default: value } as const
}

function choice(value: string, ...others: string[]) {
  return { kind: 'choice', default: value, choices: [value, ...others] } as const
}
