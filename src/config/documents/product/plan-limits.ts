/**
 * Reads the limits of a plan: those of the whole plan, of an API, of an operation, and those that an assembly
 * names.
 */
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { ignoredMembers } from '../../schema/common-schemas.ts'
import { type MemberPath, renderMemberPath } from '../../text/parsed-document.ts'
import type { AssemblyLimit, CallLimit } from '../../types/index.ts'
import { parseLimit } from './limit.ts'

// Schemas inside a union get no defaults, so the code that reads the member decides about an omitted one.
const flag = Type.Optional(Type.Boolean())
const rateLimit = Type.Object({ value: Type.String(), 'hard-limit': flag })
const burstLimit = Type.Object({ value: Type.String() }) // a burst limit always rejects the calls above it

/** The members with limits of everything that can be limited: a plan, an API and an operation. */
export const limitSchemas = {
  'rate-limit': Type.Optional(rateLimit),
  'rate-limits': Type.Optional(Type.Record(Type.String(), rateLimit)),
  'burst-limits': Type.Optional(Type.Record(Type.String(), burstLimit)),
}

const members = Type.Object(limitSchemas)
type Limited = Static<typeof members>

const assemblyMembers = {
  value: Type.String(),
  weight: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  'is-client': flag,
  'use-api-name': flag,
  'use-app-id': flag,
  'use-client-id': flag,
  ...ignoredMembers('cache-only'), // accepted without effect: counts are exact over all workers
}
const assemblyRate = Type.Object({ ...assemblyMembers, 'hard-limit': flag })
const assemblyBurst = Type.Object(assemblyMembers)

/** Accepts one limit per name, also as a list of one item, which exports contain. */
const orList = <T extends typeof assemblyRate | typeof assemblyBurst>(limit: T) =>
  Type.Optional(Type.Record(Type.String(), Type.Union([Type.Array(limit, { minItems: 1, maxItems: 1 }), limit])))

/** The members of a plan with the limits that the policy `ratelimit` names. */
export const assemblyLimitSchemas = {
  'assembly-rate-limits': orList(assemblyRate),
  'assembly-burst-limits': orList(assemblyBurst),
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
  ]
}

type AssemblyMember = Static<typeof assemblyBurst> & { 'hard-limit'?: boolean }
type AssemblyMembers = Record<string, AssemblyMember | AssemblyMember[]>

/** Reads the assembly limits of the plan at a path. Reports invalid ones as problems and leaves them out. */
export function readAssemblyLimits(
  plan: Partial<Record<`assembly-${CallLimit['kind']}-limits`, AssemblyMembers>>,
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
  kind: CallLimit['kind'],
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
  problems.error(
    source.locate(at),
    `${renderMemberPath(at)} must be a whole number: computed weights are not supported - found ${found}`,
  )
  return 1
}

function readLimit(
  key: string,
  kind: CallLimit['kind'],
  limit: { value: string; 'hard-limit'?: boolean },
  path: MemberPath,
  { source, problems }: DocumentContext,
): CallLimit[] {
  const at = [...path, 'value']
  const parsed = parseLimit(limit.value, kind)
  if ('error' in parsed) {
    const found = JSON.stringify(source.writtenText(at) ?? limit.value)
    problems.error(source.locate(at), `${renderMemberPath(at)} ${parsed.error} - found ${found}`)
    return []
  }
  const hard = kind === 'burst' || limit['hard-limit'] === true
  return [{ name: key, kind, ...parsed, hard, location: source.locate(at) }]
}
