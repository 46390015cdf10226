/** The JSON form of a command, brought to the same words as text. Nothing is folded or unquoted. */
import { CommandMalformed, type JsonCommand } from '../types.ts'
import type { Word } from './parser.ts'

/** The words of a command, its object keyword first. Throws `CommandMalformed` for values that are no values. */
export function jsonWords(qualifier: string, command: JsonCommand): Word[] {
  const { name, parameters, responseParameters } = command
  if (name !== undefined && typeof name !== 'string')
    throw new CommandMalformed('command', 'name takes a text')
  const subject: Word = { keyword: qualifier, end: 0, ...(name !== undefined && { values: [name] }) }
  const given = Object.entries(parameters ?? {}).map(([keyword, value]) => ({
    keyword: keyword.toUpperCase(),
    values: valuesOf(keyword, value),
    end: 0,
  }))
  const asked = (responseParameters ?? []).map((keyword) => {
    if (typeof keyword === 'string') return { keyword: keyword.toUpperCase(), end: 0 }
    throw new CommandMalformed('command', 'responseParameters takes a list of texts')
  })
  return [subject, ...given, ...asked]
}

function valuesOf(keyword: string, value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.map((item) => {
    if (typeof item === 'string') return item
    if (typeof item === 'number' && Number.isFinite(item)) return String(item)
    throw new CommandMalformed('command', `${keyword} takes a text, a number or a list of them`)
  })
}
