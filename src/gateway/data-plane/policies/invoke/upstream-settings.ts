/** The settings of `invoke` that API Connect lacks, such as targets, health checks, retries. Times in seconds. */
import { optionalObject } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { faultsSchema } from './inject-faults.ts'

const seconds = (value: number) => Type.Number({ exclusiveMinimum: 0, maximum: 3_600, default: value })

const target = Type.Object(
  {
    url: Type.String(),
    weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: '1 without a value' })),
    header: optionalObject({ name: Type.String({ minLength: 1 }), value: Type.Optional(Type.String()) }),
    applications: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
  },
  { additionalProperties: false },
)
export type TargetSettings = Static<typeof target>

const optionalSeconds = Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 86_400 }))

export const upstreamSettingSchemas = {
  websocket: optionalObject({
    idle: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 86_400, description: 'Seconds' })),
    'max-frame': Type.Optional(Type.Integer({ minimum: 1, description: 'Bytes' })),
  }),
  timeouts: optionalObject({
    connect: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 600 })),
    head: optionalSeconds,
    idle: optionalSeconds,
    total: optionalSeconds,
    'min-rate': Type.Integer({ minimum: 0, default: 0, description: 'Bytes of the response body per second' }),
  }),
  targets: Type.Optional(
    Type.Array(Type.Union([Type.String(), target]), {
      minItems: 1,
      description: 'Origins that can replace each other, instead of the origin of target-url',
    }),
  ),
  balance: Type.Enum(['round-robin', 'least-requests', 'least-connections', 'hash'], { default: 'round-robin' }),
  'hash-by': Type.String({
    default: 'client',
    pattern: "^(client|address|header:[!#$%&'*+.^_`|~0-9A-Za-z-]+)$",
    'x-words': 'client, address or header:NAME',
  }),
  mirror: optionalObject({
    url: Type.String({ description: 'An origin that gets copies of the requests' }),
    share: Type.Number({ exclusiveMinimum: 0, maximum: 100, default: 100, description: 'In percent' }),
  }),
  faults: faultsSchema,
  'health-check': optionalObject({
    path: Type.String({ pattern: '^/' }),
    interval: seconds(5),
    timeout: seconds(2),
    'healthy-after': Type.Integer({ minimum: 1, default: 1 }),
    'unhealthy-after': Type.Integer({ minimum: 1, default: 2 }),
  }),
  'circuit-breaker': optionalObject({
    failures: Type.Integer({ minimum: 1, default: 5, description: 'In a row' }),
    open: seconds(10),
    statuses: Type.Array(Type.Integer({ minimum: 400, maximum: 599 }), {
      default: [502, 503, 504],
      description: 'Response statuses that count as failures, in addition to failed connections',
    }),
    'failure-rate': optionalObject({
      share: Type.Number({ exclusiveMinimum: 0, maximum: 1, default: 0.5 }),
      requests: Type.Integer({ minimum: 1, default: 20 }),
      window: seconds(10),
    }),
    'max-ejected': Type.Number({ minimum: 0, maximum: 1, default: 1, description: 'The share of the targets' }),
  }),
  'retry-share': Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: 'The share of requests with a safe method that may be sent again when there was no response',
  }),
}
