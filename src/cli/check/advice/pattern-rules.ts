/** Advice about regular expressions that callers can make slow: OWASP API4:2023. */
import type { SourceLocation } from '../../../config/types/index.ts'
import { describeTimedPattern } from '../../../lib/patterns/compile-pattern.ts'
import { findSchemaPatterns } from '../../../lib/patterns/find-schema-patterns.ts'
import type { AdviceFinding, AdviceRule } from './advice.ts'
import { listSteps } from './list-steps.ts'

export const timedPatternsRule: AdviceRule = function* ({ apis }) {
  for (const api of apis) {
    for (const { schema, location } of api.contract?.schemas ?? [])
      yield* describe(
        [...findSchemaPatterns(schema)].map(({ pattern }) => pattern),
        location,
      )
    for (const { settings, location } of listSteps(api)) {
      for (const control of ['header-control', 'parameter-control']) {
        const filter = (settings as Record<string, { values?: readonly string[] } | undefined>)[control]
        yield* describe(filter?.values ?? [], location, 'i')
      }
    }
  }
}

function* describe(
  patterns: readonly string[],
  location: SourceLocation,
  flags: '' | 'i' = '',
): Iterable<AdviceFinding> {
  for (const pattern of new Set(patterns)) {
    const message = describeTimedPattern(pattern, flags)
    if (message) yield { location, message: `${message} - OWASP API4:2023` }
  }
}
