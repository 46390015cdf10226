/** DEFINE: makes an object, or with REPLACE sets every attribute of one that is there. */
import type { Kind } from '../../objects/kind.ts'
import { attributesOf, done, type Handler, isSet, textOf } from '../command.ts'
import { checkWhole, complete } from '../complete.ts'
import { Refused } from '../messages.ts'
import { objectMessages } from '../object-messages.ts'
import { authorize, authorizeCreation, subjectOf, typeOf } from '../subject.ts'
import { definitionGrammar, typeIn } from './definition.ts'
import { ruled } from './rules.ts'

export const define: Handler = {
  grammar: (qualifier, peek) => definitionGrammar('DEFINE', subjectOf(qualifier, typeIn(qualifier, peek))),

  async run(call) {
    const subject = subjectOf(call.qualifier, textOf(call, 'CHLTYPE'))
    const { kind } = subject
    const type = typeOf(call, subject)
    const name = call.name as string
    const existing = call.runtime.objects.find(kind.kind, name)

    if (existing && !isSet(call, 'REPLACE')) throw alreadyExists(kind)
    if (existing && existing.type !== type) throw new Refused('AMQ8151E')
    if (existing) authorize(call, kind.kind, name, 'CHG')
    else authorizeCreation(call, kind.kind)

    const given = attributesOf(call, ['REPLACE', 'LIKE', kind.typeKeyword ?? ''])
    const attributes = ruled(call, kind, name, complete(call, kind, type, given, existing?.attributes))
    checkWhole(kind, type, attributes)

    const now = call.runtime.clock()
    const created = existing?.created ?? now
    await call.runtime.objects.save({ kind: kind.kind, name, type, attributes, created, altered: now })
    return done(objectMessages[kind.kind].created)
  },
}

function alreadyExists({ kind }: Kind): Refused {
  return new Refused(kind === 'channel' || kind === 'clntconn' ? 'AMQ8226E' : 'AMQ8150E')
}
