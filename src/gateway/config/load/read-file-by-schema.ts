/** Reads files beside the documents that are checked like them, such as tests of documents. */
import type { Static, TSchema } from '../../../shared/lib/json-schema/type.ts'
import { checkAgainstSchema } from '../schema/check-against-schema.ts'
import { parseDocument, readDocumentText } from '../text/parse-document.ts'
import type { MemberPath } from '../text/parsed-document.ts'
import { ProblemList } from '../text/problem-list.ts'
import type { Problem, SourceLocation } from '../types/index.ts'

export interface CheckedFile<S extends TSchema> {
  /** The content with its defaults; undefined when the file has a problem. */
  value: Static<S> | undefined
  problems: readonly Problem[]
  /** Returns the location of a member. */
  locate(path: MemberPath): SourceLocation
}

/** Reads a YAML file, given relative to the root, and checks it against a schema. Never throws. */
export function readFileBySchema<S extends TSchema>(
  file: string,
  schema: S,
  { root, environment }: { root: string; environment: Record<string, string | undefined> },
): CheckedFile<S> {
  const problems = new ProblemList()
  const source = parseDocument(file, readDocumentText(file, root), { root, environment, problems })
  const value = source && checkAgainstSchema(schema, source.value, [], { source, problems })
  return {
    value: problems.hasErrors ? undefined : value,
    problems: problems.all,
    locate: (path) => source?.locate(path) ?? { file, line: 1, column: 1 },
  }
}
