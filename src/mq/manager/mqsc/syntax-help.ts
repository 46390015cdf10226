/** The help below a syntax error: AMQ8427I with the syntax, or AMQ8426I with the commands. Also `DISPLAY QMGR ?`. */
import type { AttributeType } from '../objects/definitions/attribute-types.ts'
import { commands } from './commands/index.ts'
import type { ArgumentSpec, CommandGrammar } from './language/grammar.ts'
import { renderMessage } from './language/messages.ts'

/** Returns lines with the syntax of one command. `command` is the verb and the object keyword. */
export function renderCommandSyntax(command: string, grammar: CommandGrammar): readonly string[] {
  const name = { required: '( name )', optional: '[( name )]', none: '' }[grammar.name]
  const items = [
    ...grammar.arguments.map((argument) => [argument.keyword, argumentSyntax(argument)] as const),
    ...displaySyntax(grammar),
  ]
  const lines = [...new Map(items).values()].map((item) => `   ${item}`)
  return [renderMessage('AMQ8427I'), '', `${command}${name}`, ...lines]
}

/** Returns lines with every command of a verb, or with every verb when the verb is unknown. */
export function renderCommandList(verb: string): readonly string[] {
  const ofVerb = commands.filter(([each]) => each === verb)
  const names = ofVerb.flatMap(([, qualifiers]) => qualifiers.map((qualifier) => `${verb} ${qualifier}`))
  const verbs = [...new Set(commands.map(([each]) => each))].sort()
  return [renderMessage('AMQ8426I'), '', ...(names.length > 0 ? names : verbs).map((each) => `   ${each}`)]
}

/** Returns what every DISPLAY takes in addition: attributes, ALL and WHERE. */
function displaySyntax({ columns }: CommandGrammar): (readonly [string, string])[] {
  if (!columns) return []
  return [
    ['ALL', '[ ALL ]'],
    ['WHERE', '[ WHERE( attribute operator value ) ]'],
    ...columns.map(({ keyword }) => [`${keyword} `, `[ ${keyword} ]`] as const),
  ]
}

function argumentSyntax({ keyword, value, required }: ArgumentSpec): string {
  const item = keyword + valueSyntax(keyword, value)
  return required ? item : `[ ${item} ]`
}

function valueSyntax(keyword: string, { flag, comparison: order, words = [] }: AttributeType): string {
  if (flag === 'pair') return ` | NO${keyword}`
  if (flag === 'single') return ''
  switch (order) {
    case 'word':
      return `( ${words.join(' | ')} )`
    case 'number':
      return `( ${['integer', ...words].join(' | ')} )`
    case 'list':
      return '( item, ... )'
    case 'text':
      return '( string )'
  }
}
