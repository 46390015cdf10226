/** A source file as the rules of the architecture see it: what it imports, exports and declares. */
import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

export interface SourceFile {
  path: string
  imports: StatedImport[]
  /** The names of the values that the file exports itself; `default` for a default export. Types are left out. */
  exports: string[]
  functions: FunctionLength[]
  /** How often a literal is spread into another expression: `...{ a, b }`. */
  literalSpreads: number
  /** How often members are spread on a condition: `...(x && { x })`. Options of libraries need it. */
  conditionalSpreads: number
  /** The documentation comments whose first words need the name of the code behind them, such as `Of calls …`. */
  headlessComments: string[]
  /** How many lines are longer than 120 characters. URLs and texts in quotes are left out. */
  longLines: number
}

export interface StatedImport {
  /** As the file states it, for example `../lib/time/clock.ts`. */
  specifier: string
  /** The exported names that are imported; `*` for all of them, as an `import()` may use any. */
  names: string[]
  /** Nothing but types is imported: the import is gone at run time. */
  typesOnly: boolean
  /** The module is loaded when the code asks for it: `import()`. */
  deferred: boolean
}

export interface FunctionLength {
  /** The name of the function or of the variable or member that holds it. */
  name: string
  lines: number
  /** A React component, or a function that only returns one literal. */
  isTableOrComponent: boolean
}

/** A node of the syntax tree (ESTree with TypeScript). */
interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: the tree has no types of its own for TypeScript
  [member: string]: any
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const literalTypes = new Set(['ObjectExpression', 'ArrayExpression', 'TemplateLiteral'])

/** The first line of a documentation comment that begins in the middle of a sentence. */
const headlessComment = /\/\*\*\s+(?:\*\s+)?((?:Of|For|With|What is|The one)\b[^*\n]*)/g

const maxLineLength = 120

/** Returns whether a line is too long for another reason than a text or a URL that stands on it. */
function isLongLine(line: string): boolean {
  return line.length > maxLineLength && !/https?:\/\/|'[^']{40,}'|"[^"]{40,}"|`[^`]{40,}`|\/.{60,}\//.test(line)
}

/** Reads and parses a file. Throws `SyntaxError` when it is not TypeScript. */
export function readSourceFile(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  const isTsx = path.endsWith('x')
  const found: SourceFile = {
    path,
    imports: [],
    exports: [],
    functions: [],
    literalSpreads: 0,
    conditionalSpreads: 0,
    headlessComments: [],
    longLines: 0,
  }
  found.headlessComments.push(...[...text.matchAll(headlessComment)].map(([, words = '']) => words))
  found.longLines = text.split('\n').filter(isLongLine).length
  visit(parseAst(text, { lang: path.endsWith('.js') ? 'js' : isTsx ? 'tsx' : 'ts' }) as unknown as Node, '')
  return found

  function visit(node: Node, outerName: string): void {
    const stated = importOf(node)
    if (stated) found.imports.push(stated)
    else found.exports.push(...exportsOf(node))
    if (node.type === 'SpreadElement' && node.argument.type === 'ObjectExpression') found.literalSpreads += 1
    if (isConditionalSpread(node)) found.conditionalSpreads += 1
    const name = nameOf(node) ?? outerName
    if (functionTypes.has(node.type)) {
      const lines = text.slice(node.start, node.end).split('\n').length
      const isTableOrComponent = (isTsx && /^[A-Z]/.test(name)) || returnsLiteral(node)
      found.functions.push({ name, lines, isTableOrComponent })
    }
    for (const child of childrenOf(node)) visit(child, name)
  }
}

function isConditionalSpread({ type, argument }: Node): boolean {
  if (type !== 'SpreadElement') return false
  const branches = argument.type === 'LogicalExpression' ? [argument.right] : [argument.consequent, argument.alternate]
  return branches.some((branch) => branch?.type === 'ObjectExpression')
}

function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && typeof child?.type === 'string') yield child
}

function nameOf(node: Node): string | undefined {
  const named = node.type === 'VariableDeclarator' || functionTypes.has(node.type) ? node.id : node.key
  return named?.name
}

function returnsLiteral({ body }: Node): boolean {
  const only = body?.type === 'BlockStatement' && body.body.length === 1 ? body.body[0].argument : body
  return literalTypes.has(only?.type)
}

function importOf(node: Node): StatedImport | undefined {
  const specifier = node.source?.value
  if (typeof specifier !== 'string') return undefined
  const isType = node.importKind === 'type' || node.exportKind === 'type'
  switch (node.type) {
    case 'ImportExpression':
      return { specifier, names: ['*'], typesOnly: false, deferred: true }
    case 'TSImportType':
      return { specifier, names: ['*'], typesOnly: true, deferred: false }
    case 'ExportAllDeclaration':
      return { specifier, names: ['*'], typesOnly: isType, deferred: false }
    default: {
      const specifiers: Node[] = node.specifiers
      const kinds = specifiers.map((each) => each.importKind ?? each.exportKind)
      const typesOnly = isType || (kinds.length > 0 && kinds.every((kind) => kind === 'type'))
      return { specifier, names: specifiers.map(importedName), typesOnly, deferred: false }
    }
  }
}

function importedName({ type, imported, local }: Node): string {
  if (type === 'ImportNamespaceSpecifier') return '*'
  if (type === 'ImportDefaultSpecifier') return 'default'
  return (imported ?? local).name
}

function exportsOf({ type, declaration, specifiers, exportKind }: Node): string[] {
  if (exportKind === 'type') return []
  if (type === 'ExportDefaultDeclaration') return ['default']
  if (type !== 'ExportNamedDeclaration') return []
  if (!declaration) return specifiers.map(({ exported }: Node) => exported.name)
  if (declaration.type.startsWith('TS')) return []
  if (declaration.id) return [declaration.id.name]
  return declaration.declarations.flatMap(({ id }: Node) =>
    id.type === 'ObjectPattern' ? id.properties.map(({ value }: Node) => value.name) : [id.name],
  )
}
