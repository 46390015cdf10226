/** The dialects of the REST API: path prefix, header names and timestamp format. One implementation serves both. */

export interface RestDialect {
  name: 'ibmmq' | 'vendormq'
  /** The path before the version: `/ibmmq/rest`. */
  pathPrefix: string
  /** The header names as responses and error texts write them. */
  headers: DialectHeaderNames
  /** The header names in lower case, as `IncomingMessage.headers` has them. */
  lowerCaseHeaders: DialectHeaderNames
  /** Renders a time, given in milliseconds since the epoch, in UTC. */
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
  /** The number of transfers that the server knows. */
  totalTransfers: string
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
    totalTransfers: `${vendor}-mq-rest-mft-total-transfers`,
  }
  const lower = Object.entries(headers).map(([key, name]) => [key, name.toLowerCase()])
  return { headers, lowerCaseHeaders: Object.fromEntries(lower) as DialectHeaderNames }
}

/** A version of the REST API. The server serves all versions side by side. */
export interface RestVersion {
  number: 1 | 2 | 3
  /** The prefix of message and correlation ids in headers and JSON. */
  idPrefix: '' | 'ID:'
  /** Whether headers carry the priority and the user properties of a message. */
  hasDescriptorHeaders: boolean
  /** The priority of a publication without a priority header; undefined when the topic decides it. */
  defaultPublicationPriority: number | undefined
}

export const restV1: RestVersion = {
  number: 1,
  idPrefix: '',
  hasDescriptorHeaders: false,
  defaultPublicationPriority: 4,
}
const restV2: RestVersion = { number: 2, idPrefix: '', hasDescriptorHeaders: false, defaultPublicationPriority: 4 }
export const restV3: RestVersion = {
  number: 3,
  idPrefix: 'ID:',
  hasDescriptorHeaders: true,
  defaultPublicationPriority: undefined,
}

export const restVersions = [restV1, restV2, restV3] as const
