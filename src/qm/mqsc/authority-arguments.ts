/** The words of commands about authority: object types, entities, authorities. */
import { list, text } from '../objects/values.ts'
import type { AuthorityObject, Entity } from '../runtime.ts'
import { type Call, textOf } from './command.ts'
import type { Argument } from './grammar.ts'
import { Refused } from './messages.ts'

export const authorityObjects: readonly AuthorityObject[] = [
  ...(['QMGR', 'QUEUE', 'TOPIC', 'CHANNEL', 'CLNTCONN', 'LISTENER'] as const),
  ...(['NAMELIST', 'PROCESS', 'AUTHINFO', 'SERVICE', 'COMMINFO', 'RQMNAME'] as const),
]

export const authorityWords: readonly string[] = [
  ...['ALL', 'ALLADM', 'ALLMQI', 'NONE', 'ALTUSR', 'BROWSE', 'CHG', 'CLR', 'CONNECT', 'CRT', 'CTRL', 'CTRLX'],
  ...['DLT', 'DSP', 'GET', 'INQ', 'PASSALL', 'PASSID', 'PUB', 'PUT', 'RESUME', 'SET', 'SETALL', 'SETID'],
  ...['SUB', 'SYSTEM'],
]

const names = list(text(64), 100)

export const entityArguments: readonly Argument[] = [
  { keyword: 'PRINCIPAL', value: names },
  { keyword: 'GROUP', value: names },
]

/** There is one authorization service, so that naming it changes nothing, and any other name is not known. */
export const serviceComponent = 'MQSeries.UNIX.auth.service'
export const serviceArgument: Argument = { keyword: 'SERVCOMP', value: text(48) }

/** Refuses a SERVCOMP that is not the authorization service. */
export function checkService(call: Call): void {
  const named = textOf(call, 'SERVCOMP') || serviceComponent
  if (named === serviceComponent) return
  // 2410: MQRC_UNKNOWN_COMPONENT_NAME
  throw new Refused('AMQ8403E', `SERVCOMP takes ${serviceComponent}, not ${named}`, { reasonCode: 2410 })
}

/** The principals and groups that a command names. */
export function entitiesOf(call: Call): Entity[] {
  const named = (keyword: 'PRINCIPAL' | 'GROUP') =>
    [call.given.get(keyword) ?? []].flat().map((name) => ({ type: keyword, name: String(name) }))
  return [...named('PRINCIPAL'), ...named('GROUP')]
}
