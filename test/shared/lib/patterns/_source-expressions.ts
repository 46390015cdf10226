/** Finds the regular expressions in the source of the product. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export interface SourceExpression {
  file: string
  source: string
  flags: string
}

export interface SourceExpressions {
  literals: readonly SourceExpression[]
  /** The files that call `RegExp` with a computed text. */
  computed: readonly string[]
}

interface Node {
  type?: string
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

/** A line of a comment, and one that ends an import: it has slashes, and no expression. */
const lineWithSlashes = /^ *(?:\/?\*|\/\/|import |export .* from |\} from ).*$/gm

export function findSourceExpressions(root: string): SourceExpressions {
  const literals: SourceExpression[] = []
  const computed = new Set<string>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!/\/|\bRegExp\b/.test(text.replace(lineWithSlashes, ''))) continue // most files: they need not be parsed
    visit(parseSync(file, text).program, ({ type, regex, callee }) => {
      if (regex) literals.push({ file, source: regex.pattern, flags: regex.flags })
      if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') computed.add(file)
    })
  }
  return { literals, computed: [...computed].sort() }
}

function visit(value: unknown, found: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) found(value as Node)
  for (const member of Object.values(value)) visit(member, found)
}
