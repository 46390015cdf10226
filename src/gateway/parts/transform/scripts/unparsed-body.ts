/** Finds scripts that take a body for an object although no earlier step has parsed it: for them it is a text. */
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import type { PolicyStep } from '../../../config/types/index.ts'

const lineComment = /(?<=^|[\s;{}])\/\/.*$/gm
/** A script that uses a member beside these takes the body for an object. */
const textMembers =
  'length|to[A-Z]|trim|split|slice|sub|indexOf|lastIndexOf|includes|starts|ends|match|replace|char|at\\b'
const objectMember = String.raw`(?:\[|\.(?!${textMembers})\w)`
const get = String.raw`context\.get(?:Variable)?\(\s*['"\`](\w+)`
const directUse = new RegExp(
  String.raw`${get}(?:\.body\.|(?:\.body['"\`]\s*\)|['"\`]\s*\)\s*\.body)\s*${objectMember})`,
  'g',
)
const assignment = new RegExp(String.raw`\b(\w+)\s*=\s*${get}\.body['"\`]\s*\)\s*(?=[;,\n]|$)`, 'g')

/** The most assignments of a body that are followed: each is followed to the end of its script. */
const maxAssignments = 20

/** Returns the first use of an unparsed body as an object, with the line of the script; undefined when it has none. */
export function findUnparsedUse(source: string, parsed: ReadonlySet<string>) {
  const code = blankComments(source)
  const found = Array.from(code.matchAll(directUse), ({ 1: message = '', index }) => ({ message, index }))
  for (const { 1: name = '', 2: message = '', index } of [...code.matchAll(assignment)].slice(0, maxAssignments)) {
    const rest = code.slice(index)
    if (new RegExp(String.raw`(?:\.parse\(|typeof|XML\.\w+\([^)]{0,200})\W*\b${name}\b`).test(rest)) continue
    const use = rest.search(new RegExp(String.raw`\b${name}${objectMember}|(?:\bin\s+|Object\.\w+\(\s*)${name}\b`))
    if (use >= 0) found.push({ message, index: index + use })
  }
  const [first] = found.filter(({ message }) => !parsed.has(message)).sort((left, right) => left.index - right.index)
  return first && { message: first.message, line: code.slice(0, first.index).split('\n').length }
}

/** Returns the code with blanks in place of comments. It takes one step for each comment. */
export function blankComments(source: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  const [first = '', ...others] = source.split('/*')
  const blanked = others.map((each) => {
    const end = each.indexOf('*/') + 2
    return end < 2 ? `  ${each}` : blank(`/*${each.slice(0, end)}`) + each.slice(end)
  })
  return [first, ...blanked].join('').replace(lineComment, blank)
}

/** The names of the messages that may be parsed when each step of an assembly begins. */
type ParsedBefore = ReadonlyMap<PolicyStep['location'], ReadonlySet<string>>
const parsedBefore = new WeakMap<readonly PolicyStep[], ParsedBefore>()

/** Returns the names of the messages that may be parsed when a step begins; undefined for a step that is elsewhere. */
export function findParsedMessages(steps: readonly PolicyStep[], step: PolicyStep['location']) {
  return getOrCreate(parsedBefore, steps, () => listParsedBefore(steps)).get(step)
}

function listParsedBefore(steps: readonly PolicyStep[]): ParsedBefore {
  const before = new Map<PolicyStep['location'], ReadonlySet<string>>()
  const parsed = new Set<string>()
  function visit(list: readonly PolicyStep[]): void {
    for (const each of list) {
      before.set(each.location, new Set(parsed))
      for (const branch of each.branches) visit(branch)
      follow(each, parsed)
    }
  }
  visit(steps)
  return before
}

/** What a setting or a script writes as an object; a policy of the customer's own may parse every message. */
const written =
  /(?:\bset\w*\(\W*|"(?:variable|root)":"|"set":"(?=[\w.]+","value":\{))(\w+)\.body|(?:body|output)\.write\(/g

function follow({ policy, settings, code }: PolicyStep, parsed: Set<string>): void {
  const { input = 'message', output } = settings as { input?: string; output?: string }
  if (policy === 'invoke' || policy === 'proxy') parsed.delete(output ?? 'message')
  else if (/^(?:parse|xml-to-json|json-to-xml)$/.test(policy))
    parsed.add(output ?? (input === 'request' ? 'message' : input))
  else for (const [, name = 'message'] of JSON.stringify(settings).matchAll(written)) parsed.add(name)
  if (code !== undefined) parsed.add('message')
}
