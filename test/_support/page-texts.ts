/** Reads the texts of the browser pages out of their source, with the parser of the build. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A node of the syntax tree: ESTree with JSX. */
export interface Node {
  type: string
  start: number
  end: number
  [member: string]: unknown
}

/** One call of `t` or `tElements`. */
export interface TextUse {
  place: string
  /** The id in the catalogue: the English text, with `|context` where the call has a context. */
  id: string
  /** The names of the values that the call passes; undefined when they cannot be read from the source. */
  values: readonly string[] | undefined
}

export interface PageTexts {
  uses: readonly TextUse[]
  /** The places of calls whose text is no literal. */
  computed: readonly string[]
  /** Literals that users seem to read and that no call translates. */
  untranslated: readonly BareText[]
}

export interface BareText {
  place: string
  text: string
  node: Node
  /** The nodes around it, the nearest last. */
  parents: readonly Node[]
}

const translators = new Set(['t', 'tElements'])

/** Properties of JSX elements that are no text. */
const technical =
  /^(data-|on[A-Z]|className$|id$|type$|kind$|size$|name$|role$|href$|key$|viewBox$|d$|fill$|orientation$|align$|tooltipAlignment$|autoComplete$|autoCapitalize$|inputMode$|aria-(live|orientation|autocomplete|hidden|controls|labelledby|current|haspopup|sort)$|scope$|as$|theme$|page$|prefix$|to$|mode$|buttonKind$|buttonType$|preserveAspectRatio$|value$|valueSelected$|focus$|target$|rel$|tab$|list$|section$|objectType$|download$|accept$|htmlFor$|transform$|lang$|lines$|popover$|method$|encType$|wrap$|dir$|style$)/

/** Names of members, variables and functions whose literals are no text. */
const technicalCalls =
  /^(require|querySelector|querySelectorAll|closest|matches|getElementById|addEventListener|removeEventListener|createElement|setProperty|fetch|request|requestTagged|readLocalPreference|saveLocalPreference|startsWith|endsWith|includes|test|exec|replace|replaceAll|split|get|set|has|delete|join|indexOf|padStart|warn|BroadcastChannel|RegExp|URL|matchMedia|toLocaleString|buildHashLink|mayChange)$/

export function listPageFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path))
    .sort()
}

export function readPageTexts(files: readonly string[]): PageTexts {
  const uses: TextUse[] = []
  const computed: string[] = []
  const untranslated: BareText[] = []

  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    const lineOf = (node: Node) => `${file}:${source.slice(0, node.start).split('\n').length}`

    walk(parseSync(file, source).program as unknown as Node, [], (node, parents) => {
      if (isTranslation(node)) {
        const ids = readIds(node)
        if (ids === undefined) computed.push(lineOf(node))
        for (const id of ids ?? []) uses.push({ place: lineOf(node), id, values: readValueNames(node) })
      }
      const text = readText(node)
      if (text !== undefined && isBareText(text, node, parents))
        untranslated.push({ place: lineOf(node), text, node, parents })
    })
  }
  return { uses, computed, untranslated }
}

function walk(node: Node, parents: readonly Node[], visit: (node: Node, parents: readonly Node[]) => void): void {
  if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression/.test(node.type)) return
  visit(node, parents)
  const inner = [...parents, node]
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, inner, visit)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function isTranslation(node: Node): boolean {
  return node.type === 'CallExpression' && translators.has(String((node.callee as Node).name))
}

/** Returns the ids of a call; the text may be a choice between literals. */
function readIds(call: Node): readonly string[] | undefined {
  const [text, , context] = call.arguments as readonly Node[]
  const suffix = context === undefined ? '' : `|${context.value}`
  const texts = text && readChoices(text)
  return texts?.map((each) => each + suffix)
}

function readChoices(node: Node): readonly string[] | undefined {
  if (node.type === 'ConditionalExpression') {
    const [yes, no] = [readChoices(node.consequent as Node), readChoices(node.alternate as Node)]
    return yes && no && [...yes, ...no]
  }
  return node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : undefined
}

function readValueNames(call: Node): readonly string[] | undefined {
  const [, values] = call.arguments as readonly Node[]
  if (values === undefined) return []
  if (values.type !== 'ObjectExpression') return undefined
  const properties = values.properties as readonly Node[]
  if (properties.some(({ type }) => type !== 'Property')) return undefined
  return properties.map(({ key }) => String((key as Node).name ?? (key as Node).value))
}

/** Returns the text of a literal, with `{}` for the expressions of a template. */
function readText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'JSXText') return String(node.value).replace(/\s+/g, ' ').trim()
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as readonly Node[]).map((part) => (part.value as { cooked: string }).cooked).join('{}')
}

function isBareText(text: string, node: Node, parents: readonly Node[]): boolean {
  if (!/\p{Ll}/u.test(text) || !/\p{L}{2}/u.test(text)) return false
  if (node.type === 'JSXText') return true
  const parent = parents.at(-1) as Node
  if (/^(Import|Export)/.test(parent.type) || parent.type === 'TaggedTemplateExpression') return false
  if (parents.some((each) => isTranslation(each))) return false
  if (isProperyKey(node, parent) || isCompared(parent)) return false

  const attribute = parents.findLast(({ type }) => type === 'JSXAttribute' || type === 'ArrowFunctionExpression')
  if (attribute?.type === 'JSXAttribute') return !technical.test(readAttributeName(attribute)) && !isArgument(parents)
  if (isArgument(parents)) return false
  const container = parents.findLast(({ type }) => type === 'JSXExpressionContainer' || /Function/.test(type))
  if (container?.type === 'JSXExpressionContainer' && isValueOf(container, node)) return true
  return /^[A-Z][a-z]+($|[ ,:])|\p{L}{2,}[,:]? [a-z]{2,}|[a-z]\.$|\{\} [a-z]{2,}|[a-z]{2,} \{\}/u.test(text)
}

/** Returns whether the node is a possible value of the container, and no part of a condition. */
function isValueOf(container: Node, node: Node): boolean {
  const expression = container.expression as Node
  const values = (each: Node): readonly Node[] =>
    each.type === 'ConditionalExpression'
      ? [each.consequent as Node, each.alternate as Node].flatMap(values)
      : each.type === 'LogicalExpression'
        ? [each.left as Node, each.right as Node].flatMap(values)
        : [each]
  return values(expression).includes(node)
}

function isProperyKey(node: Node, parent: Node): boolean {
  return (
    (parent.type === 'Property' && parent.key === node) ||
    (parent.type === 'MemberExpression' && parent.property === node)
  )
}

function isCompared(parent: Node): boolean {
  return (
    parent.type === 'SwitchCase' ||
    (parent.type === 'BinaryExpression' && ['===', '!==', 'in'].includes(String(parent.operator)))
  )
}

/** Returns whether the node is part of an argument of a call that takes no texts. */
function isArgument(parents: readonly Node[]): boolean {
  const call = parents.findLast(({ type }) => /^(CallExpression|NewExpression|.*Function.*|JSX.*)$/.test(type))
  if (!call || !/^(Call|New)Expression$/.test(call.type)) return false
  const callee = call.callee as Node
  return technicalCalls.test(String(callee.name ?? (callee.property as Node | undefined)?.name))
}

function readAttributeName({ name }: Node): string {
  const { type, name: text, namespace } = name as Node & { namespace?: Node }
  return type === 'JSXNamespacedName' ? `${namespace?.name}:${text}` : String(text)
}
