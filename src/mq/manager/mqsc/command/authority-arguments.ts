/** Arguments of commands about authority: object types, entities and authorities. */
import { listType, textType } from '../../objects/definitions/attribute-types.ts'
import type { AuthorityEntity } from '../../types/services.ts'
import type { ArgumentSpec } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'
import { type CommandContext, textArgument } from './command.ts'

export const authorityNames: readonly string[] = [
  ...['ALL', 'ALLADM', 'ALLMQI', 'NONE', 'ALTUSR', 'BROWSE', 'CHG', 'CLR', 'CONNECT', 'CRT', 'CTRL', 'CTRLX'],
  ...['DLT', 'DSP', 'GET', 'INQ', 'PASSALL', 'PASSID', 'PUB', 'PUT', 'RESUME', 'SET', 'SETALL', 'SETID'],
  ...['SUB', 'SYSTEM'],
]

const names = listType(textType(64), 100)

export const entityArgumentSpecs: readonly ArgumentSpec[] = [
  { keyword: 'PRINCIPAL', value: names },
  { keyword: 'GROUP', value: names },
]

/** The name of the only authorization service. A command may name it, with no effect; any other name is unknown. */
export const serviceComponent = 'MQSeries.UNIX.auth.service'
export const serviceArgumentSpec: ArgumentSpec = { keyword: 'SERVCOMP', value: textType(48) }

/** Throws a `CommandError` (2410) when SERVCOMP names another service than the authorization service. */
export function checkService(call: CommandContext): void {
  const named = textArgument(call, 'SERVCOMP') || serviceComponent
  if (named === serviceComponent) return
  // 2410: MQRC_UNKNOWN_COMPONENT_NAME
  throw new CommandError('AMQ8403E', `SERVCOMP takes ${serviceComponent}, not ${named}`, { reasonCode: 2410 })
}

/** Returns the principals and groups that a command names. */
export function readEntities(call: CommandContext): AuthorityEntity[] {
  const named = (keyword: 'PRINCIPAL' | 'GROUP') =>
    [call.given.get(keyword) ?? []].flat().map((name) => ({ type: keyword, name: String(name) }))
  return [...named('PRINCIPAL'), ...named('GROUP')]
}
