/** ALTER: changes the attributes that are given, and no others. */
import { attributesOf, done, type Handler, isSet, textOf } from '../command.ts'
import { checkApplies, checkWhole } from '../complete.ts'
import { Refused } from '../messages.ts'
import { objectMessages } from '../object-messages.ts'
import { authorize, nameOf, notFound, subjectOf, typeOf } from '../subject.ts'
import { definitionGrammar, typeIn } from './definition.ts'
import { checkAlterable } from './in-use.ts'
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
    if (!isSet(call, 'FORCE')) checkAlterable(call, object, given)
    const attributes = ruled(call, kind, name, { ...object.attributes, ...given })
    checkWhole(kind, object.type, attributes)

    await objects.save({ ...object, attributes, altered: call.runtime.clock() })
    return done(objectMessages[kind.kind].altered)
  },
}
