import { describeTimedPattern } from '../../lib/patterns/compile-pattern.ts'
import { findSchemaPatterns } from '../../lib/patterns/find-schema-patterns.ts'
import type { ImportContext } from './import-context.ts'

/** Notes each expression that `validate` can only test within a limited time. Checks reject invalid expressions. */
export function noteTimedPatterns({ document, note }: ImportContext): void {
  const known = new Set<string>()
  for (const { pattern, path } of findSchemaPatterns(document)) {
    if (known.has(pattern)) continue
    known.add(pattern)
    try {
      const message = describeTimedPattern(pattern)
      if (message) note('kept', path, `is kept: ${message}`)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
}
