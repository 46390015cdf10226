/** The notice that an API or a product will be turned off: `info.x-deprecation`. */
import { optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { type ConfigFact, computeDigest } from '../../document-set/config-fact.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { tolerant } from '../../schema/common-schemas.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { ApiDeprecation } from '../../types/index.ts'

const day = (description: string) =>
  optionalText(description, { format: 'date', 'x-words': 'a date such as 2027-06-30' })

export const deprecationSchema = Type.Object(
  {
    since: day('The day from which it is deprecated.'),
    sunset: day('The day from which it may be turned off.'),
    link: optionalText('The URL of a page about the change.', {
      format: 'web-address',
      'x-words': 'an http or https URL',
    }),
    text: optionalText('A note for the users of the portal.', { minLength: 1, maxLength: 2000 }),
  },
  { ...tolerant, 'x-foreign': 'warning' },
)

/** Returns the notice; undefined for one in a foreign form. Reports a sunset before the deprecation: RFC 9745 section 4. */
export function readDeprecation(
  notice: Static<typeof deprecationSchema> | undefined,
  { source, problems }: Pick<DocumentContext, 'source' | 'problems'>,
  owner: MemberPath = ['info'],
): ApiDeprecation | undefined {
  if (notice?.since && notice.sunset && notice.sunset < notice.since) {
    const message = `must not be before "since", ${notice.since} (RFC 9745 section 4) - found ${notice.sunset}`
    problems.memberError(source, [...owner, 'x-deprecation', 'sunset'], message)
  }
  return notice && Object.keys(notice).length > 0 ? notice : undefined
}

/** Yields the facts of the notice that an API or a product will be turned off. */
export function* listDeprecationFacts(notice: ApiDeprecation | undefined): Iterable<ConfigFact> {
  for (const name of ['since', 'sunset', 'link', 'text'] as const) {
    const value = notice?.[name]
    if (value !== undefined) yield [`deprecation, ${name}`, name === 'text' ? computeDigest(value) : value]
  }
}
