/** Parses YAML 1.2, core schema, into a value and the offset of every member. Tags and several documents are errors. */
import { type Document, parseDocument, type YAMLError } from 'yaml'
import { describeYamlError } from './describe-yaml-error.ts'
import { parseFastYaml } from './fast-yaml.ts'
import { findEarlyFaults } from './find-early-faults.ts'
import {
  nestingTooDeepMessage,
  type ParsedYaml,
  type ResolveReferencesInText,
  type YamlProblem,
  YamlValueBuilder,
} from './yaml-value-builder.ts'

const mostSyntaxFaults = 3

/** Parses one document. Its value is undefined when its syntax is broken. By default, references stay as they are. */
export function parseYaml(text: string, resolveText: ResolveReferencesInText = (each) => ({ text: each })): ParsedYaml {
  const fast = parseFastYaml(text, resolveText)
  if (fast) return fast
  const problems = findEarlyFaults(text, resolveText)
  return problems.length === 0
    ? parseWithYamlLibrary(text, resolveText)
    : { value: undefined, members: new Map(), problems }
}

/** Parses any YAML with the full parser. Tests compare the fast parser with it. */
export function parseWithYamlLibrary(text: string, resolveText: ResolveReferencesInText): ParsedYaml {
  const document = parse(text)
  if ('faults' in document) return { value: undefined, members: new Map(), problems: document.faults }

  const builder = new YamlValueBuilder(resolveText)
  const value = builder.build(document.contents, 0)
  return { value, members: builder.members, problems: builder.faults }
}

function parse(text: string): Document.Parsed | { faults: YamlProblem[] } {
  try {
    // `uniqueKeys` is off because its check takes quadratic time; the builder finds duplicate members.
    const document = parseDocument(text, { schema: 'core', uniqueKeys: false, prettyErrors: false, strict: true })
    const faults = [...document.errors, ...document.warnings]
    return faults.length === 0 ? document : { faults: firstOfEachLine(faults, text) }
  } catch (error) {
    const nested = error instanceof RangeError
    return {
      faults: [
        { offset: 0, message: nested ? nestingTooDeepMessage : `cannot be read as YAML: ${(error as Error).message}` },
      ],
    }
  }
}

/** Returns the first error of each line and only the first few lines, because one mistake often causes many errors. */
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
