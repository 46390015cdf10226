/** Where the calls of an operation name a queue, and which commands it may run: the member `x-queue-access`. */
import { optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { type MqscSubject, readMqscText, renderMqscSubject } from '../../../contract/access/mqsc-command.ts'
import { queueActions } from '../../../contract/access/queue-scope.ts'
import { type ConfigFact, renderValues } from '../../document-set/config-fact.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { CommandRule, QueueAccess, SecurityRequirement } from '../../types/index.ts'

export const queueAccessSchema = Type.Object({
  qmgr: Type.String({ minLength: 1, description: 'The path parameter with the name of the queue manager' }),
  queue: optionalText('The path parameter with the name of the queue; none for MQSC commands'),
  modes: Type.Optional(
    Type.Record(Type.String(), Type.Enum(queueActions), {
      description: 'The scope for each value of the query parameter mode that needs another one than the operation',
    }),
  ),
  mqsc: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 200,
      description:
        'The MQSC commands that the operation runs, such as DISPLAY QLOCAL(ORDERS.*). * stands for any characters',
    }),
  ),
})

/** Returns the member of an operation, and reports parameters that its path lacks and rules that are no commands. */
export function readQueueAccess(
  written: Static<typeof queueAccessSchema> | undefined,
  operation: { template: string; path: MemberPath; security: readonly SecurityRequirement[] },
  { source, problems }: Pick<DocumentContext, 'source' | 'problems'>,
): QueueAccess | undefined {
  if (!written) return undefined
  const path = [...operation.path, 'x-queue-access']
  const report = (member: string | number, message: string, at: MemberPath = [...path, member]) =>
    problems.memberError(source, at, message)

  for (const member of ['qmgr', 'queue'] as const) {
    const name = written[member]
    if (name === undefined || operation.template.includes(`{${name}}`)) continue
    report(member, `is not a parameter of the path ${operation.template}: "${name}"`)
  }
  if ((written.queue === undefined) === (written.mqsc === undefined))
    report('', 'must have either queue, for an operation on a queue, or mqsc, for one that runs commands', path)
  const needed = operation.security.flatMap(({ all }) => all.flatMap(({ scopes }) => scopes))
  if (!needed.some((scope) => queueActions.some((action) => action === scope)))
    report('', `has no effect: the operation asks for none of the scopes ${queueActions.join(', ')}`, path)

  const commands = written.mqsc?.flatMap((text, index): CommandRule[] => {
    const rule = readRule(text)
    if (!rule)
      report('mqsc', `is not a verb, an object and a name such as DISPLAY QLOCAL(ORDERS.*): "${text}"`, [
        ...path,
        'mqsc',
        index,
      ])
    return rule ? [rule] : []
  })
  const { qmgr, queue, modes } = written
  return { qmgr, queue, modes: modes && new Map(Object.entries(modes)), commands, location: source.locate(path) }
}

/** Yields the facts of the member. */
export function* listQueueAccessFacts(access: QueueAccess | undefined): Iterable<ConfigFact> {
  if (!access) return
  yield ['queue', access.queue === undefined ? `of {${access.qmgr}}` : `{${access.queue}} of {${access.qmgr}}`]
  if (access.modes) yield ['scopes of modes', renderValues([...access.modes].map((each) => each.join(': ')))]
  if (access.commands) yield ['MQSC commands', renderValues(access.commands.map(renderMqscSubject))]
}

/** Returns the rule of a text. The verb and the object can be `*`. */
function readRule(text: string): MqscSubject | undefined {
  const [, verb = '', object = '', name] = /^(\*|[A-Za-z]+) +(\*|[A-Za-z]+) *(\(.*\))?$/.exec(text.trim()) ?? []
  if (verb === '') return undefined
  const words = readMqscText(`${verb === '*' ? 'ANY' : verb} ${object === '*' ? 'ANY' : object}${name ?? ''}`)
  return words && { ...words, verb: verb === '*' ? verb : words.verb, object: object === '*' ? object : words.object }
}
