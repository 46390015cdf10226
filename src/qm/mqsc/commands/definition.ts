/** What DEFINE and ALTER take: the attribute tables, narrowed to one type where the command says which. */
import { applies, type Kind } from '../../objects/kind.ts'
import { choice, flag, mark } from '../../objects/values.ts'
import type { Argument, Grammar } from '../grammar.ts'
import { naming, type Subject, subjectOf } from '../subject.ts'

type Verb = 'DEFINE' | 'ALTER'

const grammars = new Map<string, Grammar>()

/** Built once for each verb and type. */
export function definitionGrammar(verb: Verb, { kind, type }: Subject): Grammar {
  const key = `${verb} ${kind.kind} ${type}`
  const known = grammars.get(key)
  if (known) return known

  const grammar = build(verb, kind, type)
  grammars.set(key, grammar)
  return grammar
}

/** The type that the words name, when it is one that the kind has. */
export function typeIn(qualifier: string, peek: (keyword: string) => string | undefined): string | undefined {
  const keyword = subjectOf(qualifier).kind.typeKeyword
  const type = keyword && peek(keyword)?.toUpperCase()
  return type && subjectOf(qualifier, type).kind.types.includes(type) ? type : undefined
}

function build(verb: Verb, kind: Kind, type: string | undefined): Grammar {
  const given = kind.attributes.filter(
    ({ access }) => access === 'set' || (access === 'create' && verb === 'DEFINE'),
  )
  const applying = given.filter((each) => type === undefined || applies(each, type))
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

function defining({ name }: Kind): Grammar {
  const words = [
    { keyword: 'REPLACE', value: flag },
    { keyword: 'LIKE', value: name },
  ]
  return { name: 'required', nameValue: name, arguments: words }
}

/** FORCE belongs to what applications have open. */
function altering(kind: Kind): Grammar {
  const { arguments: words, ...name } = naming(kind)
  const force = kind.kind === 'queue' || kind.kind === 'qmgr' ? [{ keyword: 'FORCE', value: mark }] : []
  return { ...name, arguments: [...words, ...force] }
}

/** Queues have their type in the object keyword; the others name it with a keyword, which ALTER may leave out. */
function typeArgument({ kind, typeKeyword, types }: Kind): Argument[] {
  if (!typeKeyword || kind === 'queue') return []
  return [{ keyword: typeKeyword, value: choice(...types) }]
}
