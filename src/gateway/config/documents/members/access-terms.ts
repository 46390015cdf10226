/** The terms of access that an API, a plan and an application may have: concurrent calls, and IP addresses. */
import { distinct, optionalWholeNumber } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { type ConfigFact, renderValues } from '../../document-set/config-fact.ts'
import type { AccessTerms } from '../../types/index.ts'

const network = Type.String({ format: 'ip-network', 'x-words': 'an IP address or a CIDR such as 10.0.0.0/8' })
const addresses = Type.Optional(
  Type.Object(
    {
      allow: distinct(network, 'The addresses and networks of callers. Without any, all are allowed.'),
      deny: distinct(network, 'These are denied, also when they are allowed.'),
    },
    { additionalProperties: false },
  ),
)
const concurrentCalls = optionalWholeNumber(
  1,
  1_000_000,
  'The calls that may be served at the same time, in each worker.',
)

/** The members of an API and of a plan. */
export const accessTermSchemas = { 'concurrent-calls': concurrentCalls, addresses }
/** The members of an application, which are spelled in snake case. */
export const applicationTermSchemas = { concurrent_calls: concurrentCalls, addresses }

/** Returns the member `terms`; nothing without terms. */
export function readAccessTerms(
  concurrent: number | undefined,
  networks: Static<typeof addresses> | undefined,
): { terms?: AccessTerms } {
  const { allow = [], deny = [] } = networks ?? {}
  const isLimited = allow.length > 0 || deny.length > 0
  if (concurrent === undefined && !isLimited) return {}
  return { terms: { concurrentCalls: concurrent, addresses: isLimited ? { allow, deny } : undefined } }
}

/** Yields the facts of terms of access. */
export function* listAccessTermFacts(terms: AccessTerms | undefined): Iterable<ConfigFact> {
  if (terms?.concurrentCalls !== undefined) yield ['concurrent calls', String(terms.concurrentCalls)]
  const { allow = [], deny = [] } = terms?.addresses ?? {}
  if (allow.length > 0) yield ['allowed addresses', renderValues(allow)]
  if (deny.length > 0) yield ['denied addresses', renderValues(deny)]
}
