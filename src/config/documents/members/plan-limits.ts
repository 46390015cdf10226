/**
 * The limits of a plan as a product writes them: for the whole plan, for an API or an operation, and for assemblies.
 */
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { ignoredMembers } from '../../schema/common-schemas.ts'
import { type MemberPath, renderMemberPath } from '../../text/parsed-document.ts'
import type { AssemblyLimit, CallLimit } from '../../types/index.ts'
import { parseLimit } from './limit.ts'

// Beneath a choice of shapes no default is filled in: what is left out is decided where it is read.
const flag = Type.Optional(Type.Boolean())
const rateLimit = Type.Object({ value: Type.String(), 'hard-limit': flag })
const burstLimit = Type.Object({ value: Type.String() }) // burst limits always refuse what is over

/** Members of whatever may be limited. */
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
  ...ignoredMembers('cache-only'), // counts are exact over all workers in any case
}
const assemblyRate = Type.Object({ ...assemblyMembers, 'hard-limit': flag })
const assemblyBurst = Type.Object(assemblyMembers)

/** One limit to a name; exports wrap it in a list. */
const orList = <T extends typeof assemblyRate | typeof assemblyBurst>(limit: T) =>
  Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Array(limit, { minItems: 1, maxItems: 1 }), limit])),
  )

/** Members of a plan for the limits that the policy `ratelimit` names. */
export const assemblyLimitSchemas = {
  'assembly-rate-limits': orList(assemblyRate),
  'assembly-burst-limits': orList(assemblyBurst),
}

/** The limits that stand at a path. */
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

/** The assembly limits of a plan that stands at a path. */
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

/** How much a call counts; exports write the number as a text. */
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
  if ('refused' in parsed) {
    const found = JSON.stringify(source.writtenText(at) ?? limit.value)
    problems.error(source.locate(at), `${renderMemberPath(at)} ${parsed.refused} - found ${found}`)
    return []
  }
  const hard = kind === 'burst' || limit['hard-limit'] === true
  return [{ name: key, kind, ...parsed, hard, place: source.locate(at) }]
}
