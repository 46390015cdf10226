/**
 * DEFINE creates an object; with REPLACE it sets every attribute of an existing one. ALTER shares what both do with a
 * definition.
 */
import { choiceType, flagPairType, singleFlagType } from '../../objects/definitions/attribute-types.ts'
import { appliesToType, type ObjectDefinition } from '../../objects/definitions/object-definition.ts'
import { checkNoCluster } from '../command/clusters.ts'
import { attributeArguments, type CommandHandler, hasArgument, succeed, textArgument } from '../command/command.ts'
import { checkRequiredAttributes, completeAttributes } from '../command/complete-attributes.ts'
import { objectMessages } from '../command/object-messages.ts'
import {
  type CommandSubject,
  findSubject,
  nameGrammar,
  readObjectType,
  requireAuthority,
  requireCreateAuthority,
} from '../command/subject.ts'
import type { ArgumentSpec, CommandGrammar } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'
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

type Verb = 'DEFINE' | 'ALTER'

const grammars = new Map<string, CommandGrammar>()

/** Returns the `grammar` of the handler of a verb, which reads the type of the object ahead of the other arguments. */
export function buildDefinitionGrammar(verb: Verb): CommandHandler['grammar'] {
  return (qualifier, peek) => definitionGrammar(verb, findSubject(qualifier, findNamedType(qualifier, peek)))
}

/** Returns the grammar, which is built once per verb and type. */
function definitionGrammar(verb: Verb, { kind, type }: CommandSubject): CommandGrammar {
  const key = `${verb} ${kind.kind} ${type}`
  const known = grammars.get(key)
  if (known) return known

  const grammar = build(verb, kind, type)
  grammars.set(key, grammar)
  return grammar
}

/** Returns the type that the command names, or undefined when the kind has no such type. */
function findNamedType(qualifier: string, peek: (keyword: string) => string | undefined): string | undefined {
  const keyword = findSubject(qualifier).kind.typeKeyword
  const type = keyword && peek(keyword)?.toUpperCase()
  return type && findSubject(qualifier, type).kind.types.includes(type) ? type : undefined
}

function build(verb: Verb, kind: ObjectDefinition, type: string | undefined): CommandGrammar {
  const given = kind.attributes.filter(({ access }) => access === 'set' || (access === 'create' && verb === 'DEFINE'))
  const applying = given.filter((each) => type === undefined || appliesToType(each, type))
  const attributes = verb === 'DEFINE' ? applying : applying.map(({ required: _, ...each }) => each)
  if (verb === 'ALTER') {
    const own = altering(kind)
    return { ...own, arguments: [...typeArgument(kind), ...own.arguments, ...attributes] }
  }
  const own = defining(kind)
  const typed = typeArgument(kind).map((argument) => ({ ...argument, required: kind.types.length > 1 }))
  const leading = typed.find(({ required }) => required)?.keyword
  return { ...own, arguments: [...typed, ...own.arguments, ...attributes], ...(leading && { leading }) }
}

function defining({ name }: ObjectDefinition): CommandGrammar {
  const words = [
    { keyword: 'REPLACE', value: flagPairType },
    { keyword: 'LIKE', value: name },
  ]
  return { name: 'required', nameValue: name, arguments: words }
}

/** Adds FORCE, which only ALTER of a queue that applications have open needs. */
function altering(kind: ObjectDefinition): CommandGrammar {
  const { arguments: words, ...name } = nameGrammar(kind)
  const force = kind.kind === 'queue' || kind.kind === 'qmgr' ? [{ keyword: 'FORCE', value: singleFlagType }] : []
  return { ...name, arguments: [...words, ...force] }
}

/** Queues have their type in the object keyword. Other kinds name it with a keyword, which ALTER may leave out. */
function typeArgument({ kind, typeKeyword, types }: ObjectDefinition): ArgumentSpec[] {
  if (!typeKeyword || kind === 'queue') return []
  return [{ keyword: typeKeyword, value: choiceType(...types) }]
}
