/**
 * The two ways in which the REST API is spelt: by the prefix of the path, the names of its headers, and how a
 * moment is written. One implementation speaks both; whoever reads or writes the wire asks this value.
 */

export interface Dialect {
  name: 'ibmmq' | 'vendormq'
  /** What stands before the version in a path. */
  prefix: string
  /** As they are written in answers and messages. */
  headers: HeaderNames
  /** As Node hands over those of a request: in lower case. */
  fields: HeaderNames
  /** A moment in UTC, from milliseconds since the epoch. */
  timestamp(at: number): string
}

export interface HeaderNames {
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

export const ibmmq: Dialect = {
  name: 'ibmmq',
  prefix: '/ibmmq/rest',
  ...headerNames('ibm'),
  timestamp: (at) => new Date(at).toISOString(),
}

export const vendormq: Dialect = {
  name: 'vendormq',
  prefix: '/vendormq/rest',
  ...headerNames('vendor'),
  timestamp: (at) => new Date(at).toISOString().replace('.', ':'), // this dialect writes YYYY-MM-DDTHH:mm:ss:sssZ
}

export const dialects = [ibmmq, vendormq] as const

function headerNames(vendor: string): Pick<Dialect, 'headers' | 'fields'> {
  const headers: HeaderNames = {
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
  return { headers, fields: Object.fromEntries(lower) as HeaderNames }
}
