/**
 * ALTER changes the given attributes and no others.
 *
 * The type of the object comes from its definition. A command that also names a type must name the same one.
 */
import type { ObjectDefinition } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { checkNoCluster } from '../command/clusters.ts'
import {
  attributeArguments,
  type CommandContext,
  type CommandHandler,
  hasArgument,
  succeed,
  textArgument,
} from '../command/command.ts'
import { checkAttributesApply, checkRequiredAttributes } from '../command/complete-attributes.ts'
import { objectMessages } from '../command/object-messages.ts'
import { findSubject, objectNotFoundError, readObjectName, requireAuthority } from '../command/subject.ts'
import { CommandError } from '../language/messages.ts'
import { buildDefinitionGrammar } from './define.ts'
import { checkAlterable } from './in-use.ts'
import { applyRules } from './rules.ts'

export const alterObject: CommandHandler = {
  grammar: buildDefinitionGrammar('ALTER'),

  async run(call) {
    const { kind, type } = namedSubject(call)
    const { objects } = call.runtime
    const name = readObjectName(call, kind)
    requireAuthority(call, kind.kind, name, 'CHG')

    const object = objects.find(kind.kind, name)
    if (!object) throw objectNotFoundError(kind.kind, name)
    if (type !== undefined && object.type !== type) throw new CommandError('AMQ8151E')

    const given = attributeArguments(call, ['FORCE', 'SUBID', kind.typeKeyword ?? ''])
    checkAttributesApply(kind, object.type, given)
    checkNoCluster(kind.kind, object.type, given, object)
    if (!hasArgument(call, 'FORCE')) checkAlterable(call, object, given)
    const attributes = applyRules(call, kind, name, { ...object.attributes, ...given })
    checkRequiredAttributes(kind, object.type, attributes, object.attributes)

    await objects.save({ ...object, attributes, altered: call.runtime.clock() })
    return succeed(objectMessages[kind.kind].altered)
  },
}

/**
 * Returns the kind of object and, where the command names one, its type: in the object keyword or in the keyword
 * for the type.
 */
function namedSubject(call: CommandContext): { kind: ObjectDefinition; type: string | undefined } {
  const { kind, type } = findSubject(call.qualifier, textArgument(call, 'CHLTYPE'))
  if (kind.kind === 'channel' && type === undefined) return { kind: channelKind(call), type }
  return { kind, type: type ?? (kind.typeKeyword && textArgument(call, kind.typeKeyword)) }
}

/**
 * Client-connection channels have a namespace of their own. Throws when both namespaces have the name: only
 * CHLTYPE can tell them apart.
 */
function channelKind(call: CommandContext): ObjectDefinition {
  const { objects } = call.runtime
  const name = readObjectName(call, objectDefinitions.channel)
  if (!objects.find('clntconn', name)) return objectDefinitions.channel
  if (!objects.find('channel', name)) return objectDefinitions.clntconn

  requireAuthority(call, 'channel', name, 'CHG')
  throw new CommandError('AMQ8422E', `CHLTYPE, because ${name} is the name of two channels, one of type CLNTCONN`)
}
