/**
 * What could come next in a command that is being typed: a verb, an object keyword, the name of an object, an
 * attribute, or a value of one. Pure.
 */
import type { Tables } from '../api/kinds.ts'

export interface Completion {
  /** What is put in the place of the word that was begun. */
  word: string
  /** What it is: "verb", "attribute". */
  says: string
}

export interface Completions {
  /** Where the word that was begun starts. */
  from: number
  choices: readonly Completion[]
}

/** The kinds behind object keywords that are not kinds themselves. */
const kindOf: Readonly<Record<string, string>> = {
  QLOCAL: 'queue',
  QALIAS: 'queue',
  QREMOTE: 'queue',
  QMODEL: 'queue',
  QSTATUS: 'queue',
}
const most = 8

/** Completions of the text before the cursor. `names` are the objects whose names may be meant. */
export function complete(text: string, tables: Tables, names: readonly string[]): Completions {
  const begun = /[^\s()]*$/.exec(text)?.[0] ?? ''
  const from = text.length - begun.length
  const before = text.slice(0, from)
  const wanted = unquoted(begun)
  const choices = candidates(before, tables, names)
    .filter(({ word }) => word !== begun && unquoted(word).startsWith(wanted))
    .slice(0, most)
  return { from, choices }
}

/** Object keyword of a command, when there is one already. */
export function qualifierOf(text: string): string | undefined {
  return /^\s*\S+\s+([A-Za-z]+)/.exec(text)?.[1]?.toUpperCase()
}

function candidates(before: string, tables: Tables, names: readonly string[]): Completion[] {
  const words =
    before.trim() === ''
      ? []
      : before
          .trim()
          .split(/[\s()]+/)
          .filter((word) => word !== '')
  const verb = tables.command.find((each) => each.verb.startsWith((words[0] ?? '').toUpperCase()))

  if (words.length === 0) return tables.command.map(({ verb }) => ({ word: verb, says: 'verb' }))
  if (words.length === 1 && !before.includes('('))
    return (verb?.qualifiers ?? []).map((word) => ({ word, says: 'object' }))

  const value = /([A-Za-z]+)\s*\($/.exec(before)?.[1]?.toUpperCase()
  const qualifier = qualifierOf(before)
  if (value !== undefined && value === qualifier)
    return names.map((name) => ({ word: quoted(name), says: 'name' }))
  return value === undefined ? attributes(qualifier, tables) : values(qualifier, value, tables)
}

function attributes(qualifier: string | undefined, tables: Tables): Completion[] {
  const keywords = table(qualifier, tables).map(({ keyword }) => keyword)
  return [...new Set([...keywords, 'WHERE', 'LIKE', 'REPLACE', 'ALL'])].map((word) => ({
    word,
    says: 'attribute',
  }))
}

function values(qualifier: string | undefined, keyword: string, tables: Tables): Completion[] {
  const found = table(qualifier, tables).filter((attribute) => attribute.keyword === keyword)
  return [...new Set(found.flatMap(({ words = [] }) => words))].map((word) => ({ word, says: 'value' }))
}

function table(qualifier: string | undefined, tables: Tables) {
  const kind = kindOf[qualifier ?? ''] ?? qualifier?.toLowerCase()
  return tables.kind.find((each) => each.kind === kind)?.attributes ?? []
}

/** A name that MQSC would fold to upper case stands in quotes. */
function quoted(name: string): string {
  return /^[A-Z0-9.]+$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}

function unquoted(word: string): string {
  return word.replace(/^'/, '').toUpperCase()
}
