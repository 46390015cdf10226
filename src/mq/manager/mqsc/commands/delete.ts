/** DELETE removes an object and the authority records whose profile is exactly its name. */
import { choiceType, flagPairType } from '../../objects/definitions/attribute-types.ts'
import type { ObjectDefinition } from '../../objects/definitions/object-definition.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import {
  authorityObjectFor,
  findSubject,
  nameGrammar,
  objectNotFoundError,
  readObjectName,
  requireAuthority,
} from '../command/subject.ts'
import type { ArgumentSpec } from '../language/grammar.ts'
import { CommandError, objectMessages } from '../language/messages.ts'
import { checkDeletable } from './rules.ts'

const yesNo = choiceType('YES', 'NO')

export const deleteObject: CommandHandler = {
  grammar: (qualifier) => {
    const { kind } = findSubject(qualifier)
    const { arguments: words, ...name } = nameGrammar(kind)
    return { ...name, arguments: [...words, ...argumentsOf(kind, qualifier)] }
  },

  async run(call) {
    const { kind, type } = findSubject(call.qualifier, table(call))
    const { objects } = call.runtime
    const name = readObjectName(call, kind)
    requireAuthority(call, kind.kind, name, 'DLT')

    const object = objects.find(kind.kind, name)
    if (!object && textArgument(call, 'IGNSTATE') === 'YES') return succeed(objectMessages[kind.kind].deleted)
    if (!object) throw objectNotFoundError(kind.kind, name)
    if (type !== undefined && object.type !== type) throw new CommandError('AMQ8151E')
    checkDeletable(call, object)

    await objects.remove(kind.kind, name)
    if (textArgument(call, 'AUTHREC') !== 'NO') await removeAuthorities(call, kind, name)
    return succeed(objectMessages[kind.kind].deleted)
  },
}

function argumentsOf(kind: ObjectDefinition, qualifier: string): ArgumentSpec[] {
  const common: ArgumentSpec[] = [{ keyword: 'IGNSTATE', value: yesNo }]
  if (kind.kind !== 'sub') common.push({ keyword: 'AUTHREC', value: yesNo })
  switch (qualifier) {
    case 'QUEUE': // only the JSON form has queues without a type
    case 'QLOCAL':
      return [...common, { keyword: 'PURGE', value: flagPairType }]
    case 'CHANNEL':
      return [
        ...common,
        { keyword: 'CHLTABLE', value: choiceType('QMGRTBL', 'CLNTTBL') },
        { keyword: 'CHLTYPE', value: choiceType(...kind.types, 'CLNTCONN'), textOnly: true },
      ]
    case 'TOPIC':
      return [...common, { keyword: 'TYPE', value: choiceType(...kind.types) }]
    default:
      return common
  }
}

/** Returns the namespace in which DELETE CHANNEL looks: CHLTABLE. */
function table(call: CommandContext): string | undefined {
  return textArgument(call, 'CHLTABLE') === 'CLNTTBL' ? 'CLNTCONN' : textArgument(call, 'CHLTYPE')
}

async function removeAuthorities(call: CommandContext, { kind }: ObjectDefinition, name: string): Promise<void> {
  const { authority } = call.runtime
  const type = authorityObjectFor(kind)
  if (type === 'QMGR') return // the queue manager has no records of its own
  const named = authority.list().filter((record) => record.profile === name && record.objectType === type)
  for (const record of named) await authority.remove(name, type, record.entity)
}
