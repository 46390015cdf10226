/** Finds what a script takes for a variable of the gateway or a global of the engine, and is none here. */
import { didYouMean } from '../../../../shared/lib/output/suggest.ts'
import type { TemplateScope } from '../../../data-plane/templates/template.ts'
import { findVariableReader, variableNames } from '../../../data-plane/templates/variables.ts'
import { blankComments } from './unparsed-body.ts'

export interface MissingName {
  /** The line of the script, from 1. */
  line: number
  message: string
  /** `less` where the script gets `undefined`, `cannot` where it fails. */
  effect: 'less' | 'cannot'
}

/** Globals of other engines, and what does their work here. */
const missingGlobals: readonly (readonly [name: string, instead: string])[] = [
  ['_', 'read the variables of the gateway by their names, such as api.name'],
  ['fetch', 'use require("urlopen")'],
  ['XMLHttpRequest', 'use require("urlopen")'],
  ['urlopen', 'use require("urlopen")'],
  ['crypto', 'use require("crypto")'],
  ['util', 'use require("util")'],
  ['hm', 'use require("header-metadata")'],
  ['sm', 'use require("service-metadata")'],
  ['URL', 'use require("url")'],
  ['URLSearchParams', 'use require("querystring")'],
  ['TextEncoder', 'use Buffer.from'],
  ['TextDecoder', 'use Buffer.toString'],
  ['DOMParser', 'use XML.parse'],
  ['XMLSerializer', 'use XML.stringify'],
  ['structuredClone', 'use JSON.parse and JSON.stringify'],
  ['setInterval', 'use setTimeout'],
  ['clearTimeout', 'let the function of setTimeout return'],
  ['process', 'a script has no process and no environment'],
  ['global', 'use globalThis'],
  ['Intl', 'a script has no locales'],
  ['request.body.item', 'use apim.readInputAsBuffer'],
]

const read =
  /(?:\bcontext\.get(?:Variable)?|\b\w+\.getvariable|\b\w+\.getContext|(?<![\w$.])get)\(\s*(['"`])([\w.-]+)\1/gi
/** A text, or the beginning of one that does not end in its line. */
const textOfScript = /'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?/g
const starts: ReadonlySet<string> = new Set(variableNames.map((each) => each.replace(/\..*/, '')))
const messageParts: ReadonlySet<string> = new Set(['headers', 'body', 'status', 'statusCode', 'attachments'])
const requestParts: ReadonlySet<string> = new Set([...messageParts, 'method', 'parameters'])

/** The maximum number of variables in the warnings of one script: to count the lines before each reads the script again. */
const maxNames = 20

/** Returns the missing names with the lines that use them first. */
export function findMissingNames(source: string, scope: TemplateScope): MissingName[] {
  const code = blankComments(source)
  const lineOf = (index: number) => code.slice(0, index).split('\n').length
  const names = new Map<string, number>()
  for (const { 2: name = '', index } of code.matchAll(read)) {
    if (names.size === maxNames) break
    if (!names.has(name) && !hasValue(name, scope)) names.set(name, lineOf(index))
  }
  const known = variableNames.filter((each) => !each.endsWith('NAME'))
  const unknown = [...names].map(([name, line]): MissingName => {
    const message = `reads "${name}", which has no value here: it is undefined${didYouMean(name, known)}`
    return { line, message, effect: 'less' }
  })
  const plain = code.replace(textOfScript, (text) => ' '.repeat(text.length))
  const undefinedGlobals = missingGlobals.flatMap(([name, instead]): MissingName[] => {
    const index = plain.search(new RegExp(String.raw`(?<![\w$.])${name}\s{0,9}[.([]`))
    if (index < 0 || isDeclared(plain, name)) return []
    return [{ line: lineOf(index), message: `uses ${name}, which is not defined here: ${instead}`, effect: 'cannot' }]
  })
  return [...unknown, ...undefinedGlobals]
}

/** Returns whether a variable of the gateway, a property or a policy may give the name a value. */
function hasValue(name: string, scope: TemplateScope): boolean {
  const [start = '', part] = name.split('.')
  if (!starts.has(start) || part === undefined || name.startsWith('api.properties.')) return true
  if (start === 'message') return messageParts.has(part)
  if (start === 'request' && requestParts.has(part)) return true
  if (scope.constants.has(name) || findVariableReader(name, scope.assigned)) return true
  return [...variableNames, ...scope.constants.keys(), ...scope.assigned].some((each) => each.startsWith(`${name}.`))
}

/** Returns whether the script may have a variable, a function or a parameter with the name, or asks whether it exists. */
function isDeclared(code: string, name: string): boolean {
  const declared = String.raw`\b(?:var|let|const|function|class|typeof)\s{1,9}${name}\b|[,({]\s{0,99}${name}\s{0,9}[,)}=:]`
  return new RegExp(String.raw`${declared}|(?<![\w$.])${name}\s{0,9}=(?!=)`).test(code)
}
