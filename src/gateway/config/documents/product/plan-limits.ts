/** Reads the limits of a plan, of its APIs and operations, and those that an assembly names. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { ignoredMembers } from '../../schema/common-schemas.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { AssemblyLimit, CallLimit } from '../../types/index.ts'
import { parseLimit } from './limit.ts'

// Schemas inside a union get no defaults, so the code that reads the member decides about an omitted one.
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const value = Type.String({ description: 'A number of calls and an interval, such as 100/1hour, or "unlimited".' })
const rateLimit = Type.Object({
  value,
  'hard-limit': flag('Whether calls above the limit are rejected; otherwise they are counted. Default: false.'),
})
const burstLimit = Type.Object({ value }) // a burst limit always rejects the calls above it

const messageLimit = Type.Object({
  value: Type.String({ description: 'A number and an interval, such as 10000/1day, or "unlimited".' }),
})

/** The members with limits of everything that can be limited: a plan, an API and an operation. */
export const limitSchemas = {
  'rate-limit': Type.Optional(rateLimit),
  'rate-limits': Type.Optional(
    Type.Record(Type.String(), rateLimit, {
      description: 'Limits of calls in an interval of seconds to months, by name.',
    }),
  ),
  'burst-limits': Type.Optional(
    Type.Record(Type.String(), burstLimit, { description: 'Limits of calls in seconds or minutes, by name.' }),
  ),
  'message-limits': Type.Optional(
    Type.Record(Type.String(), messageLimit, {
      description: 'Limits of the messages that calls move to and from queues and topics, by name.',
    }),
  ),
  'byte-limits': Type.Optional(
    Type.Record(Type.String(), messageLimit, { description: 'Limits of the bytes of these messages, by name.' }),
  ),
}

const members = Type.Object(limitSchemas)
type Limited = Static<typeof members>

const assemblyMembers = {
  value,
  weight: Type.Optional(
    Type.Union([Type.Number(), Type.String()], {
      description: 'The number by which a call raises the count. Default: 1.',
    }),
  ),
  'is-client': flag('Whether callers see the limit: 429 and headers, otherwise 503. Default: true.'),
  'use-api-name': flag('Whether each API of the plan has its own count. Default: false.'),
  'use-app-id': flag('Whether each application has its own count. Default: true.'),
  'use-client-id': flag('Whether each client id has its own count. Default: false.'),
  ...ignoredMembers('cache-only'), // accepted without effect: counts are exact over all workers
}
const assemblyRate = Type.Object({
  ...assemblyMembers,
  'hard-limit': flag('Whether calls above the limit are rejected. Default: true.'),
})
const assemblyBurst = Type.Object(assemblyMembers)

/** Accepts one limit per name, also as a list of one item, which exports contain. */
const orList = <T extends typeof assemblyRate | typeof assemblyBurst>(limit: T, description: string) =>
  Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Array(limit, { minItems: 1, maxItems: 1 }), limit]), { description }),
  )

/** The members of a plan with the limits that the policy `ratelimit` names. */
export const assemblyLimitSchemas = {
  'assembly-rate-limits': orList(assemblyRate, 'Rate limits that the policy ratelimit counts, by name.'),
  'assembly-burst-limits': orList(assemblyBurst, 'Burst limits that the policy ratelimit counts, by name.'),
}

/** Reads the limits at a path. Reports invalid ones as problems and leaves them out. */
export function readPlanLimits(value: Limited, path: MemberPath, reading: DocumentContext): CallLimit[] {
  const single = value['rate-limit']
  return [
    ...(single ? readLimit('default', 'rate', single, [...path, 'rate-limit'], reading) : []),
    ...Object.entries(value['rate-limits'] ?? {}).flatMap(([key, limit]) =>
      readLimit(key, 'rate', limit, [...path, 'rate-limits', key], reading),
    ),
    ...Object.entries(value['burst-limits'] ?? {}).flatMap(([key, limit]) =>
      readLimit(key, 'burst', limit, [...path, 'burst-limits', key], reading),
    ),
    ...(['message', 'byte'] as const).flatMap((kind) =>
      Object.entries(value[`${kind}-limits`] ?? {}).flatMap(([key, limit]) =>
        readLimit(key, kind, limit, [...path, `${kind}-limits`, key], reading),
      ),
    ),
  ]
}

type AssemblyMember = Static<typeof assemblyBurst> & { 'hard-limit'?: boolean | undefined }
type AssemblyMembers = Record<string, AssemblyMember | AssemblyMember[]>

type AssemblyKind = 'rate' | 'burst'

/** Reads the assembly limits of the plan at a path. Reports invalid ones as problems and leaves them out. */
export function readAssemblyLimits(
  plan: { readonly [kind in `assembly-${AssemblyKind}-limits`]?: AssemblyMembers | undefined },
  path: MemberPath,
  reading: DocumentContext,
): AssemblyLimit[] {
  return (['rate', 'burst'] as const).flatMap((kind) => {
    const member = `assembly-${kind}-limits` as const
    return Object.entries(plan[member] ?? {}).flatMap(([key, written]) => {
      const at = [...path, member, key]
      return Array.isArray(written)
        ? written.flatMap((each) => readAssemblyLimit(key, kind, each, [...at, 0], reading))
        : readAssemblyLimit(key, kind, written, at, reading)
    })
  })
}

function readAssemblyLimit(
  key: string,
  kind: AssemblyKind,
  value: AssemblyMember,
  path: MemberPath,
  reading: DocumentContext,
): AssemblyLimit[] {
  const per = {
    api: value['use-api-name'] ?? false,
    application: value['use-app-id'] ?? true,
    client: value['use-client-id'] ?? false,
  }
  const weight = readWeight(value.weight ?? 1, [...path, 'weight'], reading)
  const hard = { 'hard-limit': value['hard-limit'] ?? true }
  return readLimit(key, kind, { ...value, ...hard }, path, reading).map((limit) => ({
    ...limit,
    weight,
    isClient: value['is-client'] ?? true,
    per,
  }))
}

/** Reads the weight of a call, which exports write as text. Reports an invalid weight as a problem. */
function readWeight(written: number | string, at: MemberPath, { source, problems }: DocumentContext): number {
  const weight = written === '' ? Number.NaN : Number(written)
  if (Number.isSafeInteger(weight) && weight >= 0) return weight
  const found = JSON.stringify(source.renderValue(at))
  problems.memberError(source, at, `must be a whole number: computed weights are not supported - found ${found}`)
  return 1
}

function readLimit(
  key: string,
  kind: CallLimit['kind'],
  limit: { value: string; 'hard-limit'?: boolean | undefined },
  path: MemberPath,
  { source, problems }: DocumentContext,
): CallLimit[] {
  const at = [...path, 'value']
  const parsed = parseLimit(limit.value, kind)
  if ('error' in parsed) {
    const found = JSON.stringify(source.writtenText(at) ?? limit.value)
    problems.memberError(source, at, `${parsed.error} - found ${found}`)
    return []
  }
  const hard = kind !== 'rate' || limit['hard-limit'] === true
  return [{ name: key, kind, ...parsed, hard, location: source.locate(at) }]
}
