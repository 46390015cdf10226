/**
 * The settings of `invoke`, with the names and defaults of API Connect.
 *
 * A value that the gateway cannot implement is rejected when the document is checked, so that a document never
 * means something else here than it says.
 */
import { Type } from '../../../lib/json-schema/type.ts'

import { authenticationSchema } from './authentication.ts'
import { upstreamSettingSchemas } from './upstream-settings.ts'

const control = (type: 'blocklist' | 'allowlist') =>
  Type.Object(
    {
      type: Type.Enum(['blocklist', 'allowlist', 'blacklist', 'whitelist'], { default: type }),
      values: Type.Array(Type.String(), { default: [] }),
    },
    { additionalProperties: false },
  )

export const invokeSettingsSchema = Type.Object(
  {
    'target-url': Type.String({ description: 'The URL of the upstream; its host must be fixed' }),
    verb: Type.Enum(['keep', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], {
      default: 'keep',
    }),
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
    'header-control': Type.Optional(control('blocklist')),
    'parameter-control': Type.Optional(control('allowlist')),
    'inject-proxy-headers': Type.Boolean({ default: false }),
    'keep-payload': Type.Boolean({
      default: false,
      description: 'Whether requests with GET, HEAD and DELETE have a body',
    }),
    'payload-limit': Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'The maximum size of a request body in bytes. A member of Sluice',
      }),
    ),
    'persistent-connection': Type.Boolean({ default: true }),
    'websocket-upgrade': Type.Boolean({
      default: true,
      description: 'false: a request for a WebSocket is forwarded as an ordinary request',
    }),
    'stop-on-error': Type.Array(Type.Union([Type.Enum(['ConnectionError', 'OperationError']), Type.Null()]), {
      default: [],
    }),
    ...upstreamSettingSchemas,
    'http-version': Type.Enum(['HTTP/1.1', 'HTTP/2'], {
      default: 'HTTP/1.1',
      description: 'HTTP/2 by ALPN over TLS, with prior knowledge over plain TCP; needed for gRPC',
    }),
    // Only these values are implemented.
    'follow-redirects': Type.Literal(false, { default: false }),
    'use-http-10': Type.Literal(false, { default: false }),
    'chunked-uploads': Type.Literal(true, { default: true }),
    compression: Type.Literal(false, { default: false }),
    'cache-response': Type.Enum(['protocol', 'no-cache'], {
      default: 'protocol',
      description: 'Responses are not cached',
    }),
    'cache-putpost-response': Type.Literal(false, { default: false }),
    'decode-request-params': Type.Literal(false, { default: false }),
    'encode-plus-char': Type.Literal(false, { default: false }),
    'backend-type': Type.Enum(['detect', 'json', 'xml', 'binary'], {
      default: 'detect',
      description: 'Bodies are not parsed',
    }),
    output: Type.Literal('message', { default: 'message' }),
    'graphql-send-type': Type.Optional(Type.Literal('detect')),
    // These members have no effect, because no response is stored.
    'cache-key': Type.Optional(Type.String()),
    'cache-ttl': Type.Optional(Type.Number()),
  },
  { additionalProperties: false },
)
