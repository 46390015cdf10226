/**
 * The limits of bodies that are parsed, which an API and a catalog may have. Those of the API precede, and count
 * wherever a policy parses a body; without them, threads that serve other calls too have the defaults alone.
 */
import { type JsonLimits, jsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import { optionalWholeNumber } from '../../../../shared/lib/json-schema/members.ts'
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import type { ConfigFact } from '../../document-set/config-fact.ts'

/** The highest value of each, and what it counts. Readers of values are recursive; 64 MiB is the largest payload. */
const settings = {
  depth: [2_000, 'Levels of objects and lists in JSON, and of elements in XML, which has 256 at most'],
  values: [2_500_000, 'Members of objects and elements of lists, or elements and attributes of XML'],
  members: [2_500_000, 'Members of objects, or attributes of XML'],
  names: [250_000, 'Different names of members, or of elements and attributes of XML'],
  bytes: [64 * 1024 * 1024, 'The size of a body, for each policy without a limit of its own'],
} as const

const member = (name: keyof typeof settings) => {
  const [maximum, description] = settings[name]
  return optionalWholeNumber(1, maximum, `${description}. Default where calls share a thread: ${jsonLimits[name]}.`)
}

/** The member `body-limits` of an API, and `body_limits` of a catalog. */
export const bodyLimitsSchema = Type.Optional(
  Type.Object(
    {
      depth: member('depth'),
      values: member('values'),
      members: member('members'),
      names: member('names'),
      bytes: member('bytes'),
    },
    { additionalProperties: false, description: 'The limits of bodies that policies parse.' },
  ),
)

/** Yields the facts of limits. */
export function* listBodyLimitFacts(limits: JsonLimits | undefined): Iterable<ConfigFact> {
  for (const [name, limit] of Object.entries(limits ?? {})) yield [`body limit, ${name}`, String(limit)]
}
