/** Finds the mutants of a source file: each changes one operator, condition, constant or statement. */
import { parseAst } from 'vite'

export interface Mutant {
  /** The name of the kind of change, for example `comparison`. */
  kind: string
  /** Offsets in the text of the file, in UTF-16 code units. */
  start: number
  end: number
  replacement: string
  /** The line number, starting at 1. */
  line: number
  /** The text that the mutant replaces. */
  original: string
}

/** A node of the syntax tree (ESTree with TypeScript), with the members that are used here. */
interface Node {
  type: string
  start: number
  end: number
  [member: string]: unknown
}

interface Change {
  kind: string
  start: number
  end: number
  replacement: string
}

const swappedOperators: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '===': '!==',
    '!==': '===',
    '==': '!=',
    '!=': '==',
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '??': '&&',
  }),
)

const swappedMethods: ReadonlyMap<string, string> = new Map(
  Object.entries({ some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith' }),
)

/** Returns every mutant of a file in the order of the text. Throws `SyntaxError` when the text is not TypeScript. */
export function findMutants(text: string): Mutant[] {
  const changes: Change[] = []
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node, changes, text)
  return changes
    .map((change) => ({
      ...change,
      line: text.slice(0, change.start).split('\n').length,
      original: text.slice(change.start, change.end),
    }))
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

function visit(node: Node, changes: Change[], text: string): void {
  if (node.type.startsWith('TS') && node.type !== 'TSAsExpression' && node.type !== 'TSNonNullExpression') return
  if (node.type === 'ImportDeclaration') return
  changes.push(...changesOf(node, text))
  for (const [member, value] of Object.entries(node)) {
    if (member === 'typeAnnotation' || member === 'typeParameters' || member === 'typeArguments') continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, changes, text)
  }
}

function changesOf(node: Node, text: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swapOperator(node, text)
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((replacement) => ({ kind: 'condition', ...range(node.test), replacement }))
    case 'WhileStatement':
      return [{ kind: 'condition', ...range(node.test), replacement: 'false' }]
    case 'UnaryExpression':
      if (node.operator !== '!') return []
      return [{ kind: 'negation', ...range(node), replacement: `(${textOf(node.argument, text)})` }]
    case 'Literal':
      return changeLiteral(node)
    case 'ThrowStatement':
      return [{ kind: 'throw', ...range(node), replacement: '{}' }]
    case 'ExpressionStatement':
      return removesCall(node) ? [{ kind: 'statement', ...range(node), replacement: '{}' }] : []
    case 'CallExpression':
      return swapMethod(node)
    default:
      return []
  }
}

function swapOperator(node: Node, text: string): Change[] {
  const replacement = swappedOperators.get(node.operator as string)
  if (!replacement) return []
  const left = node.left as Node
  const start = text.indexOf(node.operator as string, left.end)
  return [{ kind: 'operator', start, end: start + (node.operator as string).length, replacement }]
}

function changeLiteral(node: Node): Change[] {
  if (typeof node.value === 'boolean') return [{ kind: 'constant', ...range(node), replacement: String(!node.value) }]
  if (typeof node.value === 'number') return [{ kind: 'constant', ...range(node), replacement: String(node.value + 1) }]
  return []
}

function removesCall({ expression }: Node): boolean {
  const { type, argument } = expression as Node
  if (type === 'AwaitExpression') return (argument as Node).type === 'CallExpression'
  return type === 'CallExpression' || type === 'AssignmentExpression'
}

function swapMethod({ callee }: Node): Change[] {
  const { type, property } = callee as Node
  if (type !== 'MemberExpression' || !isNode(property)) return []
  const replacement = swappedMethods.get(property.name as string)
  return replacement ? [{ kind: 'method', ...range(property), replacement }] : []
}

function range(node: unknown): { start: number; end: number } {
  const { start, end } = node as Node
  return { start, end }
}

function textOf(node: unknown, text: string): string {
  const { start, end } = range(node)
  return text.slice(start, end)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
