/** Security advice about documents that are right: what could be safer, and which standard says so. */
import type { Catalog, Config, SourceLocation } from '../../../config/types/index.ts'
import { adviceRules } from './rules.ts'

export interface Advice extends SourceLocation {
  message: string
}

/** What is worth a thought. */
export interface AdviceFinding {
  place: SourceLocation
  message: string
}

/** A rule looks at one catalog. */
export type AdviceRule = (catalog: Catalog) => Iterable<AdviceFinding>

/** Everything that the rules find, in the order of files and lines; what several catalogs share is told once. */
export function findAdvice({ catalogs }: Config): Advice[] {
  const all = new Map<string, Advice>()
  for (const catalog of catalogs) {
    for (const rule of adviceRules) {
      for (const { place, message } of rule(catalog)) {
        const { file, line, column } = place
        all.set(`${file}:${line}:${column} ${message}`, { file, line, column, message })
      }
    }
  }
  return [...all.values()].sort(
    (a, b) =>
      compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
