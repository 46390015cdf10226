/**
 * Converts the JSON form of a command to the same words that the text parser returns. Values are neither folded
 * to upper case nor unquoted.
 */
import type { JsonCommand } from '../../types/command.ts'
import { MalformedCommandError } from '../../types/errors.ts'
import type { CommandWord } from './parser.ts'

/**
 * Returns the words of a command, the object keyword first. Throws `CommandMalformed` for a value of an
 * unsupported JSON type.
 */
export function parseJsonCommand(qualifier: string, command: JsonCommand): CommandWord[] {
  const { name, parameters, responseParameters } = command
  if (name !== undefined && typeof name !== 'string') throw new MalformedCommandError('command', 'name takes a text')
  const subject: CommandWord = { keyword: qualifier, end: 0, ...(name !== undefined && { values: [name] }) }
  const given = Object.entries(parameters ?? {}).map(([keyword, value]) => ({
    keyword: keyword.toUpperCase(),
    values: valuesOf(keyword, value),
    end: 0,
  }))
  const asked = (responseParameters ?? []).map((keyword) => {
    if (typeof keyword === 'string') return { keyword: keyword.toUpperCase(), end: 0 }
    throw new MalformedCommandError('command', 'responseParameters takes a list of texts')
  })
  return [subject, ...given, ...asked]
}

function valuesOf(keyword: string, value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.map((item) => {
    if (typeof item === 'string') return item
    if (typeof item === 'number' && Number.isFinite(item)) return String(item)
    throw new MalformedCommandError('command', `${keyword} takes a text, a number or a list of them`)
  })
}
