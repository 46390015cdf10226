/** Suggests what can come next in a command: a verb, object keyword, object name, attribute or value. Pure. */
import type { DefinitionTables } from '../../contract/objects.ts'

export type CompletionKind = 'verb' | 'object' | 'name' | 'attribute' | 'value'

/** The text that replaces the incomplete word. */
type Completion = { text: string; kind: CompletionKind }

/** The completions, and the index at which the incomplete word starts. */
type CompletionList = { from: number; choices: readonly Completion[] }

/** The kind of object for keywords that are not the name of a kind. */
const kindByQualifier: Readonly<Record<string, string>> = {
  QLOCAL: 'queue',
  QALIAS: 'queue',
  QREMOTE: 'queue',
  QMODEL: 'queue',
  QSTATUS: 'queue',
}
const maxChoices = 8

/** Returns completions for the text before the cursor. `names` are the names of objects that fit the command. */
export function completeCommand(text: string, tables: DefinitionTables, names: readonly string[]): CompletionList {
  const begun = /(?<![^\s()])[^\s()]*$/.exec(text)?.[0] ?? ''
  const from = text.length - begun.length
  const before = text.slice(0, from)
  const wanted = normalizeWord(begun)
  const choices = findCandidates(before, tables, names)
    .filter((choice) => choice.text !== begun && normalizeWord(choice.text).startsWith(wanted))
    .slice(0, maxChoices)
  return { from, choices }
}

/** Returns the object keyword of a command in upper case, or undefined if there is none yet. */
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

  const value = /(?<![A-Za-z])([A-Za-z]+)\s*\($/.exec(before)?.[1]?.toUpperCase()
  const qualifier = findQualifier(before)
  if (value !== undefined && value === qualifier) return names.map((name) => ({ text: quoteName(name), kind: 'name' }))
  return value === undefined ? completeAttribute(qualifier, tables) : completeValue(qualifier, value, tables)
}

function completeAttribute(qualifier: string | undefined, tables: DefinitionTables): Completion[] {
  const keywords = findAttributes(qualifier, tables).map(({ keyword }) => keyword)
  return [...new Set([...keywords, 'WHERE', 'LIKE', 'REPLACE', 'ALL'])].map((word) => ({
    text: word,
    kind: 'attribute',
  }))
}

function completeValue(qualifier: string | undefined, keyword: string, tables: DefinitionTables): Completion[] {
  const found = findAttributes(qualifier, tables).filter((attribute) => attribute.keyword === keyword)
  return [...new Set(found.flatMap(({ words = [] }) => words))].map((word) => ({ text: word, kind: 'value' }))
}

function findAttributes(qualifier: string | undefined, tables: DefinitionTables) {
  const kind = kindByQualifier[qualifier ?? ''] ?? qualifier?.toLowerCase()
  return tables.kind.find((each) => each.kind === kind)?.attributes ?? []
}

/** Quotes a name that MQSC would otherwise convert to upper case. */
function quoteName(name: string): string {
  return /^[A-Z0-9.]+$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}

function normalizeWord(word: string): string {
  return word.replace(/^'/, '').toUpperCase()
}
