/**
 * ALTER: changes the attributes that are given, and no others.
 *
 * The type of the object comes from its definition. A command that names a type as well must name the same one.
 */
import { kinds } from '../../objects/index.ts'
import type { Kind } from '../../objects/kind.ts'
import { attributesOf, type Call, done, type Handler, isSet, textOf } from '../command.ts'
import { checkApplies, checkWhole } from '../complete.ts'
import { Refused } from '../messages.ts'
import { objectMessages } from '../object-messages.ts'
import { authorize, nameOf, notFound, subjectOf } from '../subject.ts'
import { definitionGrammar, typeIn } from './definition.ts'
import { checkAlterable } from './in-use.ts'
import { ruled } from './rules.ts'

export const alter: Handler = {
  grammar: (qualifier, peek) => definitionGrammar('ALTER', subjectOf(qualifier, typeIn(qualifier, peek))),

  async run(call) {
    const { kind, type } = namedSubject(call)
    const { objects } = call.runtime
    const name = nameOf(call, kind)
    authorize(call, kind.kind, name, 'CHG')

    const object = objects.find(kind.kind, name)
    if (!object) throw notFound(kind.kind, name)
    if (type !== undefined && object.type !== type) throw new Refused('AMQ8151E')

    const given = attributesOf(call, ['FORCE', 'SUBID', kind.typeKeyword ?? ''])
    checkApplies(kind, object.type, given)
    if (!isSet(call, 'FORCE')) checkAlterable(call, object, given)
    const attributes = ruled(call, kind, name, { ...object.attributes, ...given })
    checkWhole(kind, object.type, attributes)

    await objects.save({ ...object, attributes, altered: call.runtime.clock() })
    return done(objectMessages[kind.kind].altered)
  },
}

/** The kind of object, and its type where the command names one: in its object keyword or in the keyword of the type. */
function namedSubject(call: Call): { kind: Kind; type: string | undefined } {
  const { kind, type } = subjectOf(call.qualifier, textOf(call, 'CHLTYPE'))
  if (kind.kind === 'channel' && type === undefined) return { kind: channelKind(call), type }
  return { kind, type: type ?? (kind.typeKeyword && textOf(call, kind.typeKeyword)) }
}

/** Client-connection channels have their own namespace. Refuses a name that is in both, which only CHLTYPE can tell apart. */
function channelKind(call: Call): Kind {
  const { objects } = call.runtime
  const name = nameOf(call, kinds.channel)
  if (!objects.find('clntconn', name)) return kinds.channel
  if (!objects.find('channel', name)) return kinds.clntconn

  authorize(call, 'channel', name, 'CHG')
  throw new Refused('AMQ8422E', `CHLTYPE, because ${name} is the name of two channels, one of type CLNTCONN`)
}
