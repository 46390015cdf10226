/**
 * What could come next in a command that is being typed: a verb, an object keyword, the name of an object, an
 * attribute, or a value of one. Pure.
 */
import type { DefinitionTables } from '../api/object-kinds.ts'

export interface Completion {
  /** What is put in the place of the word that was begun. */
  text: string
  /** What it is: "verb", "attribute". */
  kind: string
}

export interface CompletionList {
  /** Where the word that was begun starts. */
  from: number
  choices: readonly Completion[]
}

/** The kinds behind object keywords that are not kinds themselves. */
const kindByQualifier: Readonly<Record<string, string>> = {
  QLOCAL: 'queue',
  QALIAS: 'queue',
  QREMOTE: 'queue',
  QMODEL: 'queue',
  QSTATUS: 'queue',
}
const maxChoices = 8

/** Completions of the text before the cursor. `names` are the objects whose names may be meant. */
export function completeCommand(
  text: string,
  tables: DefinitionTables,
  names: readonly string[],
): CompletionList {
  const begun = /[^\s()]*$/.exec(text)?.[0] ?? ''
  const from = text.length - begun.length
  const before = text.slice(0, from)
  const wanted = normalizeWord(begun)
  const choices = findCandidates(before, tables, names)
    .filter((choice) => choice.text !== begun && normalizeWord(choice.text).startsWith(wanted))
    .slice(0, maxChoices)
  return { from, choices }
}

/** Object keyword of a command, when there is one already. */
export function findQualifier(text: string): string | undefined {
  return /^\s*\S+\s+([A-Za-z]+)/.exec(text)?.[1]?.toUpperCase()
}

function findCandidates(before: string, tables: DefinitionTables, names: readonly string[]): Completion[] {
  const words =
    before.trim() === ''
      ? []
      : before
          .trim()
          .split(/[\s()]+/)
          .filter((word) => word !== '')
  const verb = tables.command.find((each) => each.verb.startsWith((words[0] ?? '').toUpperCase()))

  if (words.length === 0) return tables.command.map(({ verb }) => ({ text: verb, kind: 'verb' }))
  if (words.length === 1 && !before.includes('('))
    return (verb?.qualifiers ?? []).map((word) => ({ text: word, kind: 'object' }))

  const value = /([A-Za-z]+)\s*\($/.exec(before)?.[1]?.toUpperCase()
  const qualifier = findQualifier(before)
  if (value !== undefined && value === qualifier)
    return names.map((name) => ({ text: quoteName(name), kind: 'name' }))
  return value === undefined ? completeAttribute(qualifier, tables) : completeValue(qualifier, value, tables)
}

function completeAttribute(qualifier: string | undefined, tables: DefinitionTables): Completion[] {
  const keywords = findAttributes(qualifier, tables).map(({ keyword }) => keyword)
  return [...new Set([...keywords, 'WHERE', 'LIKE', 'REPLACE', 'ALL'])].map((word) => ({
    text: word,
    kind: 'attribute',
  }))
}

function completeValue(
  qualifier: string | undefined,
  keyword: string,
  tables: DefinitionTables,
): Completion[] {
  const found = findAttributes(qualifier, tables).filter((attribute) => attribute.keyword === keyword)
  return [...new Set(found.flatMap(({ words = [] }) => words))].map((word) => ({ text: word, kind: 'value' }))
}

function findAttributes(qualifier: string | undefined, tables: DefinitionTables) {
  const kind = kindByQualifier[qualifier ?? ''] ?? qualifier?.toLowerCase()
  return tables.kind.find((each) => each.kind === kind)?.attributes ?? []
}

/** A name that MQSC would fold to upper case stands in quotes. */
function quoteName(name: string): string {
  return /^[A-Z0-9.]+$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}

function normalizeWord(word: string): string {
  return word.replace(/^'/, '').toUpperCase()
}
