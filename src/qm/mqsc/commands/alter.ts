/** ALTER: changes the attributes that are given, and no others. */
import type { Attributes } from '../../objects/kind.ts'
import type { ObjectRecord } from '../../runtime.ts'
import { attributesOf, type Call, done, type Handler, isSet, textOf } from '../command.ts'
import { checkApplies, checkWhole } from '../complete.ts'
import { Refused } from '../messages.ts'
import { objectMessages } from '../object-messages.ts'
import { authorize, nameOf, notFound, subjectOf, typeOf } from '../subject.ts'
import { definitionGrammar, typeIn } from './definition.ts'
import { ruled } from './rules.ts'

export const alter: Handler = {
  grammar: (qualifier, peek) => definitionGrammar('ALTER', subjectOf(qualifier, typeIn(qualifier, peek))),

  async run(call) {
    const subject = subjectOf(call.qualifier, textOf(call, 'CHLTYPE'))
    const { kind } = subject
    const { objects } = call.runtime
    const name = nameOf(call, kind)
    authorize(call, kind.kind, name, 'CHG')

    const object = objects.find(kind.kind, name)
    if (!object) throw notFound(kind.kind, name)
    if (object.type !== typeOf(call, subject)) throw new Refused('AMQ8151E')

    const given = attributesOf(call, ['FORCE', 'SUBID', kind.typeKeyword ?? ''])
    checkApplies(kind, object.type, given)
    if (!isSet(call, 'FORCE')) checkUnused(call, object, given)
    const attributes = ruled(call, kind, name, { ...object.attributes, ...given })
    checkWhole(kind, object.type, attributes)

    await objects.save({ ...object, attributes, altered: call.runtime.clock() })
    return done(objectMessages[kind.kind].altered)
  },
}

/** Refuses, without FORCE, a change that would pull the ground from under those who have the queue open. */
function checkUnused(call: Call, object: ObjectRecord, given: Attributes): void {
  const queue = object.kind === 'queue' ? call.runtime.queues.find(object.name) : undefined
  if (!queue) return

  const changes = (keyword: string) =>
    given[keyword] !== undefined && given[keyword] !== object.attributes[keyword]
  const isOpen = queue.openInput + queue.openOutput > 0
  if (changes('USAGE') && (isOpen || queue.depth > 0)) throw new Refused('AMQ8148E')
  if (changes('SHARE') && queue.openInput > 1) throw new Refused('AMQ8148E')
}
