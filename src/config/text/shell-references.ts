/** Warns of `${NAME}` in a document, which is literal text there but is usually meant as `$env{NAME}`. */

import type { MemberPath, ParsedDocument } from './parsed-document.ts'
import type { ProblemList } from './problem-list.ts'

const shellReference = /(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/
/** The members whose text is documentation, where `${NAME}` causes no warning. */
const remarks = new Set(['description', 'summary', 'title', 'example', 'examples', 'pattern'])

/** Adds a warning for each text that contains such a reference. */
export function warnOfShellReferences(source: ParsedDocument, problems: ProblemList): void {
  visit(source.value, [])

  function visit(value: unknown, path: MemberPath): void {
    if (typeof value === 'string') {
      const [whole, name] = shellReference.exec(source.renderValue(path)) ?? []
      if (whole !== undefined)
        problems.warning(source.locate(path), `"${whole}" stands for itself: the environment variable is $env{${name}}`)
    } else if (Array.isArray(value))
      value.forEach((each, index) => {
        visit(each, [...path, index])
      })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) if (!remarks.has(key)) visit(each, [...path, key])
    }
  }
}
