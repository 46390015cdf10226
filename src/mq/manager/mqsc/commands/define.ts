/**
 * DEFINE creates an object; with REPLACE it sets every attribute of an existing one. ALTER changes the given attributes and
 * no others: the type of the object comes from its definition, and a command that also names a type must name the same one.
 */
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import { choiceType, flagPairType, singleFlagType } from '../../objects/definitions/attribute-types.ts'
import { appliesToType, describeInert, type ObjectDefinition } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { checkNoCluster } from '../command/clusters.ts'
import {
  attributeArguments,
  type CommandContext,
  type CommandHandler,
  hasArgument,
  saveObject,
  succeed,
  textArgument,
} from '../command/command.ts'
import { checkAttributesApply, checkRequiredAttributes, completeAttributes } from '../command/complete-attributes.ts'
import {
  type CommandSubject,
  findSubject,
  nameGrammar,
  readObjectName,
  readObjectType,
  requireAuthority,
  requireObject,
} from '../command/subject.ts'
import type { ArgumentSpec, CommandGrammar } from '../language/grammar.ts'
import { CommandError, objectMessages } from '../language/messages.ts'
import { applyRules, checkAlterable } from './rules.ts'

export const defineObject: CommandHandler = {
  grammar: buildDefinitionGrammar('DEFINE'),

  async run(call) {
    const subject = findSubject(call.qualifier, textArgument(call, 'CHLTYPE'))
    const { kind } = subject
    const type = readObjectType(call, subject)
    const name = call.name as string
    const existing = call.runtime.objects.find(kind.kind, name)

    if (existing && !hasArgument(call, 'REPLACE'))
      throw new CommandError(kind.kind === 'channel' || kind.kind === 'clntconn' ? 'AMQ8226E' : 'AMQ8150E')
    if (existing && existing.type !== type) throw new CommandError('AMQ8151E')
    if (existing) requireAuthority(call, kind.kind, name, 'CHG')
    else requireAuthority(call, kind.kind, '@class', 'CRT')

    const given = attributeArguments(call, ['REPLACE', 'LIKE', kind.typeKeyword ?? ''])
    checkNoCluster(type, given, existing)
    const attributes = applyRules(call, kind, name, completeAttributes(call, kind, type, given, existing?.attributes))
    checkRequiredAttributes(kind, type, attributes, existing?.attributes)

    await saveObject(call, { kind: kind.kind, name, type, attributes }, existing)
    return succeed(objectMessages[kind.kind].created, describeInert(kind, type, given))
  },
}

type Verb = 'DEFINE' | 'ALTER'

const grammars = new Map<string, CommandGrammar>()

/** Returns the `grammar` of the handler of a verb, which reads the type of the object ahead of the other arguments. */
function buildDefinitionGrammar(verb: Verb): CommandHandler['grammar'] {
  return (qualifier, peek) => definitionGrammar(verb, findSubject(qualifier, findNamedType(qualifier, peek)))
}

/** Returns the grammar, which is built once per verb and type. */
function definitionGrammar(verb: Verb, { kind, type }: CommandSubject): CommandGrammar {
  return getOrCreate(grammars, `${verb} ${kind.kind} ${type}`, () => build(verb, kind, type))
}

/** Returns the type that the command names, or undefined when the kind has no such type. */
function findNamedType(qualifier: string, peek: (keyword: string) => string | undefined): string | undefined {
  const keyword = findSubject(qualifier).kind.typeKeyword
  const type = keyword && peek(keyword)?.toUpperCase()
  return type && findSubject(qualifier, type).kind.types.includes(type) ? type : undefined
}

function build(verb: Verb, kind: ObjectDefinition, type: string | undefined): CommandGrammar {
  const given = kind.attributes.filter(({ access }) => access === 'set' || (access === 'create' && verb === 'DEFINE'))
  const attributes = given.filter((each) => type === undefined || appliesToType(each, type))
  if (verb === 'ALTER') {
    const { arguments: words, ...name } = nameGrammar(kind)
    // Only ALTER of a queue that applications have open needs FORCE.
    const force = kind.kind === 'queue' || kind.kind === 'qmgr' ? [{ keyword: 'FORCE', value: singleFlagType }] : []
    const optional = attributes.map(({ required: _, ...each }) => each)
    return { ...name, arguments: [...typeArgument(kind), ...words, ...force, ...optional] }
  }
  const words = [
    { keyword: 'REPLACE', value: flagPairType },
    { keyword: 'LIKE', value: kind.name },
  ]
  const typed = typeArgument(kind).map((argument) => ({ ...argument, required: kind.types.length > 1 }))
  const leading = typed.find(({ required }) => required)?.keyword
  const names = [...typed, ...words, ...attributes]
  return { name: 'required', nameValue: kind.name, arguments: names, leading: leading || undefined }
}

/** Queues have their type in the object keyword. Other kinds name it with a keyword, which ALTER may leave out. */
function typeArgument({ kind, typeKeyword, types }: ObjectDefinition): ArgumentSpec[] {
  if (!typeKeyword || kind === 'queue') return []
  return [{ keyword: typeKeyword, value: choiceType(...types) }]
}

export const alterObject: CommandHandler = {
  grammar: buildDefinitionGrammar('ALTER'),

  async run(call) {
    const { kind, type } = namedSubject(call)
    const name = readObjectName(call, kind)
    const object = requireObject(call, kind.kind, name, 'CHG')
    if (type !== undefined && object.type !== type) throw new CommandError('AMQ8151E')

    const given = attributeArguments(call, ['FORCE', 'SUBID', kind.typeKeyword ?? ''])
    checkAttributesApply(kind, object.type, given)
    checkNoCluster(object.type, given, object)
    if (!hasArgument(call, 'FORCE')) checkAlterable(call, object, given)
    const attributes = applyRules(call, kind, name, { ...object.attributes, ...given })
    checkRequiredAttributes(kind, object.type, attributes, object.attributes)

    await saveObject(call, { ...object, attributes }, object)
    return succeed(objectMessages[kind.kind].altered, describeInert(kind, object.type, given))
  },
}

/** Returns the kind and, where the command names one, the type: by the object keyword or the type keyword. */
function namedSubject(call: CommandContext): { kind: ObjectDefinition; type: string | undefined } {
  const { kind, type } = findSubject(call.qualifier, textArgument(call, 'CHLTYPE'))
  if (kind.kind === 'channel' && type === undefined) return { kind: channelKind(call), type }
  return { kind, type: type ?? (kind.typeKeyword && textArgument(call, kind.typeKeyword)) }
}

/** Throws when both namespaces of channels have the name, because only CHLTYPE can tell them apart. */
function channelKind(call: CommandContext): ObjectDefinition {
  const { objects } = call.runtime
  const name = readObjectName(call, objectDefinitions.channel)
  if (!objects.find('clntconn', name)) return objectDefinitions.channel
  if (!objects.find('channel', name)) return objectDefinitions.clntconn

  requireAuthority(call, 'channel', name, 'CHG')
  throw new CommandError('AMQ8422E', `CHLTYPE, because ${name} is the name of two channels, one of type CLNTCONN`)
}
