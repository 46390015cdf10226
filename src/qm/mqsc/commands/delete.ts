/** DELETE: removes an object, and the authority records that name just it. */

import type { Kind } from '../../objects/kind.ts'
import { choice, flag } from '../../objects/values.ts'
import { type Call, done, type Handler, textOf } from '../command.ts'
import type { Argument, Grammar } from '../grammar.ts'
import { Refused } from '../messages.ts'
import { objectMessages } from '../object-messages.ts'
import { authorize, guardOf, nameOf, naming, notFound, subjectOf } from '../subject.ts'
import { checkDeletable } from './in-use.ts'

const yesNo = choice('YES', 'NO')

export const remove: Handler = {
  grammar: (qualifier) => {
    const { kind } = subjectOf(qualifier)
    return grammarOf(kind, qualifier)
  },

  async run(call) {
    const { kind, type } = subjectOf(call.qualifier, table(call))
    const { objects } = call.runtime
    const name = nameOf(call, kind)
    authorize(call, kind.kind, name, 'DLT')

    const object = objects.find(kind.kind, name)
    if (!object && textOf(call, 'IGNSTATE') === 'YES') return done(objectMessages[kind.kind].deleted)
    if (!object) throw notFound(kind.kind, name)
    if (type !== undefined && object.type !== type) throw new Refused('AMQ8151E')
    checkDeletable(call, object)

    await objects.remove(kind.kind, name)
    if (textOf(call, 'AUTHREC') !== 'NO') await removeAuthorities(call, kind, name)
    return done(objectMessages[kind.kind].deleted)
  },
}

const grammars = new Map<string, Grammar>()

function grammarOf(kind: Kind, qualifier: string): Grammar {
  const known = grammars.get(qualifier)
  if (known) return known

  const { arguments: stand, ...name } = naming(kind)
  const grammar = { ...name, arguments: [...stand, ...argumentsOf(kind, qualifier)] }
  grammars.set(qualifier, grammar)
  return grammar
}

function argumentsOf(kind: Kind, qualifier: string): Argument[] {
  const common: Argument[] = [{ keyword: 'IGNSTATE', value: yesNo }]
  if (kind.kind !== 'sub') common.push({ keyword: 'AUTHREC', value: yesNo })
  switch (qualifier) {
    case 'QUEUE': // the JSON form knows queues without their type
    case 'QLOCAL':
      return [...common, { keyword: 'PURGE', value: flag }]
    case 'CHANNEL':
      return [
        ...common,
        { keyword: 'CHLTABLE', value: choice('QMGRTBL', 'CLNTTBL') },
        { keyword: 'CHLTYPE', value: choice(...kind.types, 'CLNTCONN'), textOnly: true },
      ]
    case 'TOPIC':
      return [...common, { keyword: 'TYPE', value: choice(...kind.types) }]
    default:
      return common
  }
}

/** The type that decides in which namespace a channel is looked for. */
function table(call: Call): string | undefined {
  return textOf(call, 'CHLTABLE') === 'CLNTTBL' ? 'CLNTCONN' : textOf(call, 'CHLTYPE')
}

async function removeAuthorities(call: Call, { kind }: Kind, name: string): Promise<void> {
  const { authority } = call.runtime
  const type = guardOf(kind)
  if (type === 'QMGR') return // no records of its own
  const named = authority.list().filter((record) => record.profile === name && record.objectType === type)
  for (const record of named) await authority.remove(name, type, record.entity)
}
