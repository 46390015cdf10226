/**
 * The text of one document as a plain value, with the place of every member.
 *
 * YAML 1.2, core schema. Refused with their places: syntax errors, a second document in the file, tags, and what the
 * builder refuses.
 */
import { type Document, parseDocument, type YAMLError } from 'yaml'

import { Builder, type Fault, type ParsedYaml, type ResolveText, tooDeep } from './builder.ts'
import { parseQuickly } from './quick.ts'

const mostSyntaxFaults = 3

/** Parses one document. The value is undefined when its syntax is broken. */
export function parseYaml(text: string, resolveText: ResolveText): ParsedYaml {
  return parseQuickly(text, resolveText) ?? parseFully(text, resolveText)
}

/** What YAML says a text means, whatever stands in it; the quick parser is held against this. */
export function parseFully(text: string, resolveText: ResolveText): ParsedYaml {
  const document = parse(text)
  if ('faults' in document) return { value: undefined, members: new Map(), faults: document.faults }

  const builder = new Builder(resolveText)
  const value = builder.build(document.contents, 0)
  return { value, members: builder.members, faults: builder.faults }
}

function parse(text: string): Document.Parsed | { faults: Fault[] } {
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
        { offset: 0, message: nested ? tooDeep : `cannot be read as YAML: ${(error as Error).message}` },
      ],
    }
  }
}

/** One slip often echoes through the rest of its line and of the file: the first of each line, and not many. */
function firstOfEachLine(errors: readonly YAMLError[], text: string): Fault[] {
  const faults: Fault[] = []
  let lineEnd = -1
  for (const { code, message, pos } of errors) {
    const [offset] = pos
    if (offset <= lineEnd) continue
    const nextLine = text.indexOf('\n', offset)
    lineEnd = nextLine < 0 ? text.length : nextLine

    const unquoted = /\$(env|file)$/.test(text.slice(Math.max(0, offset - 5), offset))
    const sentence = unquoted ? quoteReference : sentences[code]
    faults.push({ offset, message: sentence ?? `cannot be read as YAML: ${message}` })
    if (faults.length === mostSyntaxFaults) break
  }
  return faults
}

const quoteReference = 'a reference between braces or brackets must stand in quotes: "$env{NAME}"'

const sentences: Record<string, string> = {
  TAB_AS_INDENT: 'tabs cannot indent in YAML: use spaces',
  MULTIPLE_DOCS: 'a file holds one document: put what follows "---" into a file of its own',
  TAG_RESOLVE_FAILED: 'YAML tags ("!name") are not supported: write the plain value',
  RESOURCE_EXHAUSTION: tooDeep,
}
