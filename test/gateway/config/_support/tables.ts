/** Tables of types shaped like the product's own, so that the loader is tested without it. */
import { Type } from 'typebox'
import type { TypeTables } from '../../../../src/gateway/config/index.ts'
import { isSecretHash } from '../../../../src/shared/security/index.ts'

const steps = Type.Array(Type.Unknown())

const authurl = Type.Object({
  endpoint: Type.Object({
    endpoint: Type.String({ format: 'web-address' }),
    tls_client_profile: Type.Optional(Type.String()),
    tls_client_profile_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    timeout: Type.Number({ default: 10, exclusiveMinimum: 0 }),
  }),
})

const oauth2 = Type.Object({
  'x-ibm-oauth-provider': Type.Optional(Type.String()),
  'x-ibm-oauth-catalog': Type.Optional(Type.String()),
  'x-access-token-format': Type.Optional(Type.Enum(['jwt', 'opaque'])),
  flow: Type.Enum(['password', 'application', 'accessCode', 'implicit']),
  tokenUrl: Type.Optional(Type.String()),
  authorizationUrl: Type.Optional(Type.String()),
  scopes: Type.Record(Type.String(), Type.String(), { default: {} }),
})

const apiKey = Type.Object({
  in: Type.Union([Type.Literal('header'), Type.Literal('query')]),
  name: Type.String(),
  'x-key-type': Type.Optional(Type.Enum(['client_id', 'client_secret'])),
})

const invoke = Type.Object({
  version: Type.Optional(Type.String()),
  'target-url': Type.String({ minLength: 1 }),
  timeout: Type.Integer({ minimum: 1, default: 60 }),
  'tls-profile': Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
})

const setVariable = Type.Object({
  actions: Type.Array(
    Type.Union([
      Type.Object({ set: Type.String(), value: Type.String(), type: Type.Optional(Type.String()) }),
      Type.Object({ clear: Type.String() }),
    ]),
  ),
})

const operationSwitch = Type.Object({
  case: Type.Array(Type.Object({ operations: Type.Array(Type.String()), execute: steps })),
  otherwise: Type.Optional(steps),
})

export const tables: TypeTables = {
  registries: [
    { type: 'authurl', settings: authurl },
    {
      type: 'lur',
      settings: Type.Object({ users: Type.Optional(Type.String()), users_file: Type.Optional(Type.String()) }),
      faults: ({ users, users_file: file }: { users?: string; users_file?: string }) =>
        users === undefined && file === undefined ? [{ path: [], message: 'users_file is missing' }] : [],
    },
  ],
  securities: [
    { type: 'oauth2', settings: oauth2 },
    { type: 'apiKey', settings: apiKey },
    { type: 'mutualTLS', settings: Type.Object({}) },
    {
      type: 'basic',
      settings: Type.Object({
        'x-ibm-authentication-registry': Type.Optional(Type.String()),
        'x-ibm-authentication-url': Type.Optional(Type.Object({ url: Type.String() })),
      }),
    },
  ],
  isSecretHash,
  policies: [
    { policy: 'invoke', settings: invoke },
    { policy: 'set-variable', settings: setVariable },
    { policy: 'mcp', settings: Type.Object({ version: Type.Optional(Type.String()), instructions: Type.String() }) },
    {
      policy: 'operation-switch',
      settings: operationSwitch,
      branches: ({ case: cases, otherwise }: { case: unknown[]; otherwise?: unknown[] }) => [
        ...cases.map((_, index) => ['case', index, 'execute']),
        ...(otherwise ? [['otherwise']] : []),
      ],
    },
  ],
}
