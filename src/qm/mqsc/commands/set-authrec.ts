/** SET AUTHREC and DELETE AUTHREC: who may do what with which objects. */
import { choice, list, text } from '../../objects/values.ts'
import type { AuthorityObject, Entity } from '../../runtime.ts'
import {
  authorityObjects,
  authorityWords,
  checkService,
  entitiesOf,
  entityArguments,
  serviceArgument,
} from '../authority-arguments.ts'
import { type Call, done, type Handler, textOf } from '../command.ts'
import type { Argument } from '../grammar.ts'
import { Refused } from '../messages.ts'
import { authorize } from '../subject.ts'

const authorities = list(choice(...authorityWords), authorityWords.length)
const common: readonly Argument[] = [
  ...entityArguments,
  { keyword: 'PROFILE', value: text(48) },
  { keyword: 'OBJTYPE', value: choice(...authorityObjects), required: true },
  serviceArgument,
]

export const setAuthority: Handler = {
  grammar: {
    name: 'none',
    arguments: [
      ...common,
      { keyword: 'AUTHADD', value: authorities },
      { keyword: 'AUTHRMV', value: authorities },
    ],
  },

  async run(call) {
    const target = targetOf(call)
    const add = wordsOf(call, 'AUTHADD')
    const remove = wordsOf(call, 'AUTHRMV')
    if (add.length + remove.length === 0) throw new Refused('AMQ8422E', 'AUTHADD or AUTHRMV')

    for (const entity of target.entities) {
      await call.runtime.authority.set({ ...target, entity, add, remove })
    }
    return done('AMQ8862I')
  },
}

export const deleteAuthority: Handler = {
  grammar: { name: 'none', arguments: common },

  async run(call) {
    const { profile, objectType, entities } = targetOf(call)
    for (const entity of entities) {
      const removed = await call.runtime.authority.remove(profile, objectType, entity)
      if (!removed) throw new Refused('AMQ8884E', 'Authority')
    }
    return done('AMQ8863I')
  },
}

function targetOf(call: Call): { profile: string; objectType: AuthorityObject; entities: Entity[] } {
  authorize(call, 'qmgr', call.runtime.name, 'CHG')
  checkService(call)
  const objectType = textOf(call, 'OBJTYPE') as AuthorityObject
  const profile = textOf(call, 'PROFILE') ?? (objectType === 'QMGR' ? call.runtime.name : '')
  if (profile === '') throw new Refused('AMQ8422E', 'PROFILE')

  const entities = entitiesOf(call)
  if (entities.length === 0) throw new Refused('AMQ8422E', 'PRINCIPAL or GROUP')
  return { profile, objectType, entities }
}

function wordsOf(call: Call, keyword: string): readonly string[] {
  return [call.given.get(keyword) ?? []].flat().map(String)
}
