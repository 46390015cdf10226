/** JSONata: the language of `extract`, and of conditions that compare more than single values. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Returns the reason for which a text is not a JSONata expression; undefined when it is one. */
export function findJsonataError(text: string): string | undefined {
  const jsonata = require('jsonata') as (text: string) => unknown
  try {
    jsonata(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns a program that compiles expressions, for the head of a script. The script finds them in `expressions`. */
export function renderJsonata(expressions: readonly string[]): string {
  const library = readFileSync(require.resolve('jsonata/jsonata.min.js'), 'utf8')
  return `${library};const expressions = ${JSON.stringify(expressions)}.map((text) => globalThis.jsonata(text));`
}
