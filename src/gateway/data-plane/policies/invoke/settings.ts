/**
 * The settings of `invoke`, with the names and defaults of API Connect.
 *
 * A value that the gateway cannot implement is rejected when the document is checked, so that a document never
 * means something else here than it says.
 */
import { optionalObject } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { authenticationSchema } from './authentication.ts'
import { cacheSettingSchemas } from './response-cache.ts'
import { upstreamSettingSchemas } from './upstream-settings.ts'

const control = (type: 'blocklist' | 'allowlist') =>
  optionalObject({
    type: Type.Enum(['blocklist', 'allowlist', 'blacklist', 'whitelist'], { default: type }),
    values: Type.Array(Type.String(), { default: [] }),
  })

/** The methods whose body is sent only with `keep-payload`. */
export const rarelyWithBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE'])

export const invokeSettingsSchema = Type.Object(
  {
    'target-url': Type.String({ description: 'The URL of the upstream; its host must be fixed' }),
    verb: Type.Enum(['keep', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], { default: 'keep' }),
    timeout: Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      default: 60,
      description: 'Seconds for which the upstream may send nothing',
    }),
    username: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    authenticate: authenticationSchema,
    'tls-profile': Type.Optional(Type.String({ description: 'A TLS client profile of the catalog, name:version' })),
    'header-control': control('blocklist'),
    'parameter-control': control('allowlist'),
    'inject-proxy-headers': Type.Boolean({ default: false }),
    'keep-payload': Type.Boolean({
      default: false,
      description: 'Whether requests with GET, HEAD and DELETE have a body',
    }),
    'payload-limit': Type.Optional(
      Type.Integer({ minimum: 0, description: 'The maximum size of a request body in bytes. A member of Sluice' }),
    ),
    'persistent-connection': Type.Boolean({ default: true }),
    'websocket-upgrade': Type.Boolean({
      default: true,
      description: 'false: a request for a WebSocket is forwarded as an ordinary request',
    }),
    'stop-on-error': Type.Array(
      Type.Union([Type.Enum(['ConnectionError', 'SOAPError', 'OperationError']), Type.Null()]),
      { default: [] },
    ),
    ...upstreamSettingSchemas,
    'http-version': Type.Enum(['HTTP/1.1', 'HTTP/2'], {
      default: 'HTTP/1.1',
      description: 'HTTP/2 by ALPN over TLS, with prior knowledge over plain TCP; needed for gRPC',
    }),
    'http2-required': Type.Boolean({ default: false, description: 'No effect: HTTP/2 is never replaced by HTTP/1.1' }),
    'follow-redirects': Type.Boolean({
      default: false,
      description: 'Whether redirects to hosts that the API writes out are followed',
    }),
    'chunked-uploads': Type.Boolean({
      default: true,
      description: 'false: a body without a Content-Length is read before it is sent',
    }),
    compression: Type.Boolean({ default: false, description: 'Whether bodies of requests are sent with gzip' }),
    output: Type.String({
      default: 'message',
      pattern: '^(?!(?:message|request)\\.)[A-Za-z_][\\w.-]{0,127}$',
      description: 'The variable that gets the response; message: the response becomes the message',
    }),
    ...cacheSettingSchemas,
    'use-http-10': Type.Boolean({
      default: false,
      description: 'As with HTTP/1.0, bodies have a Content-Length, and each connection has one request',
    }),
    'decode-request-params': Type.Boolean({ default: false, description: 'No effect: values are decoded and escaped' }),
    'encode-plus-char': Type.Boolean({ default: false, description: 'Whether + in the query is sent as %2B' }),
    'backend-type': Type.Enum(['detect', 'json', 'xml', 'binary', 'graphql'], {
      default: 'detect',
      description: 'No effect: the body is a text until parse has read it',
    }),
    'graphql-send-type': Type.Optional(Type.Literal('detect')),
    'secure-gateway': Type.Optional(Type.Boolean({ description: 'No effect: connections are direct' })),
  },
  { additionalProperties: false },
)

export type InvokeSettings = Static<typeof invokeSettingsSchema>
