/** JSONata: the language of `extract`, and of conditions that compare more than single values. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findFailure } from '../../../../shared/lib/collections/attempt.ts'

const require = createRequire(import.meta.url)

/** The functions of JSONata 2.2, without their `$`. The library names them nowhere in its interface. */
const builtInFunctions = new Set(
  (
    'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains ' +
    'replace split join formatNumber formatBase formatInteger parseInteger number floor ceil round abs sqrt power random boolean not ' +
    'map zip filter single reduce sift keys lookup append exists spread merge reverse each error assert type sort shuffle distinct ' +
    'base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl eval toMillis fromMillis clone now millis'
  ).split(' '),
)

/** Returns the reason for which a text is not a JSONata expression; undefined when it is one. */
export function findJsonataError(text: string): string | undefined {
  const jsonata = require('jsonata') as (text: string) => unknown
  return findFailure(() => void jsonata(text))
}

/** Returns the first function that a condition calls and that is neither one of JSONata, nor of `known`, nor defined in the text. */
export function findUnknownFunction(text: string, known: readonly string[]): string | undefined {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, '""')
  return [...bare.matchAll(/\$([A-Za-z_]\w*)\s*\(/g)]
    .map(([, name = '']) => name)
    .find((name) => !builtInFunctions.has(name) && !known.includes(name) && !bare.includes(`$${name} :=`))
}

/** Returns a program that compiles expressions, for the head of a script. The script finds them in `expressions`. */
export function renderJsonata(expressions: readonly string[]): string {
  const library = readFileSync(require.resolve('jsonata/jsonata.min.js'), 'utf8')
  return `${library};const expressions = ${JSON.stringify(expressions)}.map((text) => globalThis.jsonata(text));`
}
