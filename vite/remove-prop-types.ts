/** Removes the `propTypes` of Carbon's components, which Preact ignores. It saves 2.6 KB of the first view. */
import { type Plugin, parseSync } from 'vite'

export function removePropTypes(): Plugin {
  return {
    name: 'remove-prop-types',
    apply: 'build',

    transform: {
      filter: { id: /@carbon\/react\/es\/.*\.js$/, code: '.propTypes = ' },
      handler(code, id) {
        let kept = ''
        let end = 0
        for (const node of parseSync(id, code).program.body) {
          if (!isPropTypes(node)) continue
          kept += code.slice(end, node.start)
          end = node.end
        }
        return { code: kept + code.slice(end), map: null }
      },
    },
  }
}

type Statement = ReturnType<typeof parseSync>['program']['body'][number]

/** Returns whether a statement is `Component.propTypes = …`. */
function isPropTypes(node: Statement): boolean {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return false
  const { left } = node.expression
  return left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === 'propTypes'
}
