/** What a rule of the security advice is. */
import type { Catalog, SourceLocation } from '../../../config/types/index.ts'

/** Something that could be safer, with its source location. */
export type AdviceFinding = { location: SourceLocation; message: string }

/** Finds what could be safer in one catalog. */
export type AdviceRule = (catalog: Catalog) => Iterable<AdviceFinding>

/** Returns a rule about each part of a catalog. `describe` returns a sentence, or undefined when nothing could be safer. */
export function adviseEach<Part extends { location: SourceLocation }>(
  list: (catalog: Catalog) => Iterable<Part>,
  describe: (part: Part) => string | undefined,
): AdviceRule {
  return function* (catalog) {
    for (const part of list(catalog)) {
      const message = describe(part)
      if (message !== undefined) yield { location: part.location, message }
    }
  }
}
