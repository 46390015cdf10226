/**
 * Groups the modules that views share into a few files. By default each set of views that share a module has a file of
 * its own, and the page of a queue was 88 requests.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The members of the module graph that the groups need. */
interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): {
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
    code: string | null
    isEntry: boolean
  } | null
}

/** The groups with the files of their views. The first two are those of the first views, which all others load too. */
export type ViewGroups = readonly (readonly [name: string, views: readonly string[]])[]

/** The icons and flags of all views are 5 KB. They import Preact, and components of the first view import them. */
const fixed = [
  ['preact', /\/node_modules\/(preact|prop-types|react-is|object-assign)\//],
  ['carbon', /\/@carbon\/(icons-react|icon-helpers|feature-flags|react\/es\/(feature-flags|index)\.js)/],
] as const
/** The group of all other views; what belongs to it alone is not grouped. */
const others = 'others'
const carbon = createRequire(import.meta.url)
  .resolve('@carbon/react')
  .replace('/lib/', '/es/')

/** Returns the function that names the group of a module; null leaves it to the default. */
export function groupChunks(groups: ViewGroups): (id: string, graph: ModuleGraph) => string | null {
  let names: ReadonlyMap<string, string> | undefined
  return (id, graph) => {
    names ??= nameModules(groups, graph)
    const name = findFixed(id) ?? names.get(id)
    return name === others ? null : (name ?? null)
  }
}

function findFixed(id: string): string | undefined {
  return fixed.find(([, pattern]) => pattern.test(id))?.[0]
}

/** Returns the name of the group of each module that views of the groups import, or the names of several later groups. */
function nameModules(groups: ViewGroups, graph: ModuleGraph): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const components = listComponents()
  const first = groups.slice(0, 2).map(([name]) => name)
  for (const [name, views] of [...groups, [others, listOtherViews()] as const]) {
    const seen = new Set<string>()
    const pending = [...views]
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const known = names.get(id)
      if (seen.has(id) || findFixed(id) || (known && first.includes(known))) continue
      seen.add(id)
      if (!graph.getModuleInfo(id)?.isEntry) names.set(id, known ? `${known}-${name}` : name)
      pending.push(...listImports(id))
    }
  }
  return names

  /** Returns the views that no group names: what any of them shares with a group is a file of its own. */
  function listOtherViews(): readonly string[] {
    const grouped = new Set(groups.flatMap(([, views]) => views))
    const seen = new Set(grouped)
    const found: string[] = []
    for (const id of seen) {
      const lazy = (graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((each) => !grouped.has(each))
      found.push(...lazy)
      for (const each of [...listImports(id), ...lazy]) seen.add(each)
    }
    return found
  }

  /** Follows only the names that a module imports of Carbon, whose index imports every component. */
  function listImports(id: string): readonly string[] {
    const { importedIds = [], code = '' } = graph.getModuleInfo(id) ?? {}
    if (!importedIds.includes(carbon)) return importedIds
    const imported = /import \{([^}]*)\} from "@carbon\/react"/.exec(code ?? '')?.[1] ?? ''
    const files = imported.split(',').flatMap((each) => components.get(each.trim().split(' ')[0] ?? '') ?? [])
    return [...importedIds.filter((each) => each !== carbon), ...files]
  }
}

/** Returns the file of each component of Carbon. */
function listComponents(): ReadonlyMap<string, string> {
  const imports = readFileSync(carbon, 'utf8').matchAll(/^import (.+?) from "(\.\/[^"]+)";$/gm)
  return new Map(
    [...imports].flatMap(([, names = '', file = '']) =>
      (names.match(/\w+/g) ?? []).map((name) => [name, join(dirname(carbon), file)] as const),
    ),
  )
}
