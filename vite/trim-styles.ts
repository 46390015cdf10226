/**
 * Removes from the styles of a page what it never uses: rules for parts of Carbon that no page has, and rules that an
 * earlier stylesheet of the same page contains already, because Carbon's components bring those of the components
 * they are made of.
 */
import { fileURLToPath } from 'node:url'
import postcss, { type AcceptedPlugin, type Container, type Root } from 'postcss'
import { compile } from 'sass'
import { fontFolder } from './subset-fonts.ts'

/** Classes and conditions of Carbon that no page has. */
const unusedSelector =
  /\.cds--[\w-]*(ai-label|slug|skeleton|unstable|fluid|toggletip|auto-align|--ai-|-ai-|--rtl|popover--(border|tab|right|left-|top-|bottom-(left|start))|btn-set|btn--(xl|2xl|xs)|text-input[\w-]*--inline|--warn|expressive|tag--(outline|selectable|operational|interactive|filter|high|cool|warm|cyan|teal|disabled)|tag__custom-icon|header__(menu-(item|title|bar|arrow)|submenu|nav)|side-nav__(submenu|menu|header)|link--(disabled|visited|lg)|tag--lg|breadcrumb--sm|collapse-icon|definition-term|-decorator|content-switcher--(low-contrast|icon-only)|data-table--(sticky-header|x[sl]|lg|zebra|top-aligned)|table-(expand|column-menu)|(expandable|parent|child)-row|tabs--(vertical|tall|light|full-width)|search--expandable|tile--(expandable|clickable)|tile__chevron|file(__|-browse)|list-box|number(__|-|$)|cds--number|date-picker|time-picker|multi-select|combo-box|dropdown|table-sort|toolbar-action|search-button|loading-(overlay|-stop)|select-optgroup|radio-button-(group|wrapper)--label-left|label-description)|\[dir=|:dir\(/
const unusedCondition = /-ms-high-contrast/
/** Tokens that no rule reads, or that every rule reads with its default beside it, as the sizes of type. */
const unusedToken = /^--cds-(ai|chat|fluid|spacing)-|-(font-(size|weight|family)|letter-spacing|line-height)$/

/** What the styles of a component bring along into a stylesheet whose views do not have it. */
const broughtAlong: readonly (readonly [file: RegExp, selector: RegExp])[] = [
  [/\/console\/pages\/styles\/console\.scss$/, /\.cds--overflow-menu/], // by the breadcrumb
]

const loadPaths = [fileURLToPath(new URL('../node_modules', import.meta.url)), fontFolder]

/** `first` is the stylesheet that every view of the page loads before any other. */
export function trimStyles(first: string): AcceptedPlugin {
  let known: ReadonlySet<string> | undefined

  return {
    postcssPlugin: 'trim-styles',
    Once(root: Root) {
      const { file = '' } = root.source?.input ?? {}
      removeUnused(root)
      for (const [sheet, selector] of broughtAlong) if (sheet.test(file)) removeRules(root, selector)
      if (file === first) return
      known ??= readRules(first)
      for (const node of root.nodes.slice()) if (known.has(String(node))) node.remove()
    },
  }
}

/** Returns the rules of a stylesheet as text, without those that are unused. */
function readRules(file: string): ReadonlySet<string> {
  const root = postcss.parse(compile(file, { loadPaths, quietDeps: true }).css)
  removeUnused(root)
  return new Set(root.nodes.map(String))
}

function removeUnused(root: Container): void {
  root.walkAtRules((rule) => {
    if (unusedCondition.test(rule.params)) rule.remove()
  })
  root.walkDecls(/^--cds-/, (token) => {
    if (unusedToken.test(token.prop)) token.remove()
  })
  removeRules(root, unusedSelector)
}

function removeRules(root: Container, selector: RegExp): void {
  root.walkRules((rule) => {
    const used = rule.selectors.filter((each) => !selector.test(each.replace(/:not\([^)]*\)/g, '')))
    if (used.length === 0) rule.remove()
    else if (used.length < rule.selectors.length) rule.selectors = used
  })
}
