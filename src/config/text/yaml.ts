/**
 * The text of one document as a plain value, with the place of every member.
 *
 * YAML 1.2, core schema. Refused with their places: syntax errors, a second document in the file, tags, and what the
 * builder refuses.
 */
import { type Document, parseDocument, type YAMLError } from 'yaml'
import { describeYamlError } from './describe-yaml-error.ts'
import { parseFastYaml } from './fast-yaml.ts'
import {
  nestingTooDeepMessage,
  type ParsedYaml,
  type ResolveReferencesInText,
  type YamlProblem,
  YamlValueBuilder,
} from './yaml-value-builder.ts'

const mostSyntaxFaults = 3

/** Parses one document. The value is undefined when its syntax is broken. */
export function parseYaml(text: string, resolveText: ResolveReferencesInText): ParsedYaml {
  return parseFastYaml(text, resolveText) ?? parseWithYamlLibrary(text, resolveText)
}

/** What YAML says a text means, whatever stands in it; the quick parser is held against this. */
export function parseWithYamlLibrary(text: string, resolveText: ResolveReferencesInText): ParsedYaml {
  const document = parse(text)
  if ('faults' in document) return { value: undefined, members: new Map(), faults: document.faults }

  const builder = new YamlValueBuilder(resolveText)
  const value = builder.build(document.contents, 0)
  return { value, members: builder.members, faults: builder.faults }
}

function parse(text: string): Document.Parsed | { faults: YamlProblem[] } {
  try {
    // Duplicate members are found while building: the package's own search grows with the square of a map.
    const document = parseDocument(text, {
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      strict: true,
    })
    const faults = [...document.errors, ...document.warnings]
    return faults.length === 0 ? document : { faults: firstOfEachLine(faults, text) }
  } catch (error) {
    const nested = error instanceof RangeError
    return {
      faults: [
        {
          offset: 0,
          message: nested ? nestingTooDeepMessage : `cannot be read as YAML: ${(error as Error).message}`,
        },
      ],
    }
  }
}

/** One slip often echoes through the rest of its line and of the file: the first of each line, and not many. */
function firstOfEachLine(errors: readonly YAMLError[], text: string): YamlProblem[] {
  const faults: YamlProblem[] = []
  let lineEnd = -1
  for (const error of errors) {
    const [offset] = error.pos
    if (offset <= lineEnd) continue
    const nextLine = text.indexOf('\n', offset)
    lineEnd = nextLine < 0 ? text.length : nextLine
    faults.push(describeYamlError(error, errors, text))
    if (faults.length === mostSyntaxFaults) break
  }
  return faults
}
