/** SET AUTHREC and DELETE AUTHREC: the authorities of principals and groups on objects. */
import { choiceType, listType, textType } from '../../objects/definitions/attribute-types.ts'
import { authorityObjectTypes } from '../../types/authority.ts'
import type { AuthorityObjectType } from '../../types/services.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import {
  authorityNames,
  checkService,
  entityArgumentSpecs,
  readEntities,
  requireAuthority,
  serviceArgumentSpec,
} from '../command/subject.ts'
import type { ArgumentSpec } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'

const authorities = listType(choiceType(...authorityNames), authorityNames.length)
const common: readonly ArgumentSpec[] = [
  ...entityArgumentSpecs,
  { keyword: 'PROFILE', value: textType(48) },
  { keyword: 'OBJTYPE', value: choiceType(...authorityObjectTypes), required: true },
  serviceArgumentSpec,
]

export const setAuthority: CommandHandler = {
  grammar: {
    name: 'none',
    arguments: [...common, { keyword: 'AUTHADD', value: authorities }, { keyword: 'AUTHRMV', value: authorities }],
  },

  async run(call) {
    const target = targetOf(call)
    const add = wordsOf(call, 'AUTHADD')
    const remove = wordsOf(call, 'AUTHRMV')
    if (add.length + remove.length === 0) throw new CommandError('AMQ8422E', 'AUTHADD or AUTHRMV')

    for (const entity of target.entities) await call.runtime.authority.set({ ...target, entity, add, remove })
    return succeed('AMQ8862I')
  },
}

export const deleteAuthority: CommandHandler = {
  grammar: { name: 'none', arguments: common },

  async run(call) {
    const { profile, objectType, entities } = targetOf(call)
    for (const entity of entities) {
      const removed = await call.runtime.authority.remove(profile, objectType, entity)
      if (!removed) throw new CommandError('AMQ8884E', 'Authority')
    }
    return succeed('AMQ8863I')
  },
}

function targetOf(call: CommandContext) {
  requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
  checkService(call)
  const objectType = textArgument(call, 'OBJTYPE') as AuthorityObjectType
  const profile = textArgument(call, 'PROFILE') ?? (objectType === 'QMGR' ? call.runtime.name : '')
  if (profile === '') throw new CommandError('AMQ8422E', 'PROFILE')

  const entities = readEntities(call)
  if (entities.length === 0) throw new CommandError('AMQ8422E', 'PRINCIPAL or GROUP')
  return { profile, objectType, entities }
}

function wordsOf(call: CommandContext, keyword: string): readonly string[] {
  return [call.given.get(keyword) ?? []].flat().map(String)
}
