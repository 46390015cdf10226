/** DEFINE creates an object; with REPLACE it sets every attribute of an existing one. */
import type { ObjectDefinition } from '../../objects/definitions/object-definition.ts'
import { checkNoCluster } from '../command/clusters.ts'
import { attributeArguments, type CommandHandler, hasArgument, succeed, textArgument } from '../command/command.ts'
import { checkRequiredAttributes, completeAttributes } from '../command/complete-attributes.ts'
import { objectMessages } from '../command/object-messages.ts'
import { findSubject, readObjectType, requireAuthority, requireCreateAuthority } from '../command/subject.ts'
import { CommandError } from '../language/messages.ts'
import { buildDefinitionGrammar } from './definition.ts'
import { applyRules } from './rules.ts'

export const defineObject: CommandHandler = {
  grammar: buildDefinitionGrammar('DEFINE'),

  async run(call) {
    const subject = findSubject(call.qualifier, textArgument(call, 'CHLTYPE'))
    const { kind } = subject
    const type = readObjectType(call, subject)
    const name = call.name as string
    const existing = call.runtime.objects.find(kind.kind, name)

    if (existing && !hasArgument(call, 'REPLACE')) throw alreadyExists(kind)
    if (existing && existing.type !== type) throw new CommandError('AMQ8151E')
    if (existing) requireAuthority(call, kind.kind, name, 'CHG')
    else requireCreateAuthority(call, kind.kind)

    const given = attributeArguments(call, ['REPLACE', 'LIKE', kind.typeKeyword ?? ''])
    checkNoCluster(kind.kind, type, given, existing)
    const attributes = applyRules(call, kind, name, completeAttributes(call, kind, type, given, existing?.attributes))
    checkRequiredAttributes(kind, type, attributes, existing?.attributes)

    const now = call.runtime.clock()
    const created = existing?.created ?? now
    await call.runtime.objects.save({ kind: kind.kind, name, type, attributes, created, altered: now })
    return succeed(objectMessages[kind.kind].created)
  },
}

function alreadyExists({ kind }: ObjectDefinition): CommandError {
  return new CommandError(kind === 'channel' || kind === 'clntconn' ? 'AMQ8226E' : 'AMQ8150E')
}
