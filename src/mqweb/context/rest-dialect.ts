/**
 * The two ways in which the REST API is spelt: by the prefix of the path, the names of its headers, and how a
 * moment is written. One implementation speaks both; whoever reads or writes the wire asks this value.
 */

export interface RestDialect {
  name: 'ibmmq' | 'vendormq'
  /** What stands before the version in a path. */
  pathPrefix: string
  /** As they are written in answers and messages. */
  headers: DialectHeaderNames
  /** As Node hands over those of a request: in lower case. */
  lowerCaseHeaders: DialectHeaderNames
  /** A moment in UTC, from milliseconds since the epoch. */
  renderTimestamp(at: number): string
}

export interface DialectHeaderNames {
  csrf: string
  gateway: string
  messageId: string
  correlationId: string
  expiry: string
  persistence: string
  priority: string
  replyTo: string
  properties: string
}

export const ibmmqDialect: RestDialect = {
  name: 'ibmmq',
  pathPrefix: '/ibmmq/rest',
  ...headerNames('ibm'),
  renderTimestamp: (at) => new Date(at).toISOString(),
}

export const vendormqDialect: RestDialect = {
  name: 'vendormq',
  pathPrefix: '/vendormq/rest',
  ...headerNames('vendor'),
  renderTimestamp: (at) => new Date(at).toISOString().replace('.', ':'), // this dialect writes YYYY-MM-DDTHH:mm:ss:sssZ
}

export const restDialects = [ibmmqDialect, vendormqDialect] as const

function headerNames(vendor: string): Pick<RestDialect, 'headers' | 'lowerCaseHeaders'> {
  const headers: DialectHeaderNames = {
    csrf: `${vendor}-mq-rest-csrf-token`,
    gateway: `${vendor}-mq-rest-gateway-qmgr`,
    messageId: `${vendor}-mq-md-messageId`,
    correlationId: `${vendor}-mq-md-correlationId`,
    expiry: `${vendor}-mq-md-expiry`,
    persistence: `${vendor}-mq-md-persistence`,
    priority: `${vendor}-mq-md-priority`,
    replyTo: `${vendor}-mq-md-replyTo`,
    properties: `${vendor}-mq-usr`,
  }
  const lower = Object.entries(headers).map(([key, name]) => [key, name.toLowerCase()])
  return { headers, lowerCaseHeaders: Object.fromEntries(lower) as DialectHeaderNames }
}
