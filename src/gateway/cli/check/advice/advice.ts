/** Finds security advice about valid documents: what could be safer, and the standard that recommends it. */
import { sortProblems } from '../../../config/index.ts'
import type { Config, SourceLocation } from '../../../config/types/index.ts'
import { adviceRules } from './rules.ts'

export interface Advice extends SourceLocation {
  message: string
}

/** Returns the findings of all rules, sorted by file and line. A finding of several catalogs is returned once. */
export function findAdvice({ catalogs }: Config): readonly Advice[] {
  const all = new Map<string, Advice>()
  for (const catalog of catalogs) {
    for (const rule of adviceRules) {
      for (const { location, message } of rule(catalog)) {
        const { file, line, column } = location
        all.set(`${file}:${line}:${column} ${message}`, { file, line, column, message })
      }
    }
  }
  return sortProblems([...all.values()])
}
