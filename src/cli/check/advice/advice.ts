/** Finds security advice about valid documents: what could be safer, and the standard that recommends it. */
import type { Config, SourceLocation } from '../../../config/types/index.ts'
import { adviceRules } from './rules.ts'

export interface Advice extends SourceLocation {
  message: string
}

/** Returns the findings of all rules, sorted by file and line. A finding of several catalogs is returned once. */
export function findAdvice({ catalogs }: Config): Advice[] {
  const all = new Map<string, Advice>()
  for (const catalog of catalogs) {
    for (const rule of adviceRules) {
      for (const { location, message } of rule(catalog)) {
        const { file, line, column } = location
        all.set(`${file}:${line}:${column} ${message}`, { file, line, column, message })
      }
    }
  }
  return [...all.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
