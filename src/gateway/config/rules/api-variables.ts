/** Checks that every `$(name)` in an assembly is a property of the API or catalog, or a variable of the gateway. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { builtInVariables } from '../openapi/variables.ts'
import { renderMemberPath } from '../text/parsed-document.ts'
import type { CatalogRule } from './rule.ts'

const propertiesPath = ['x-ibm-configuration', 'properties']
const catalogsPath = ['x-ibm-configuration', 'catalogs']

export const apiVariablesRule: CatalogRule = function apiVariables({ catalog, source: catalogSource, apis }, problems) {
  for (const [index, { part, source }] of apis.entries()) {
    const uncertain = [propertiesPath, catalogsPath].some((path) => source.hasGap(path))
    if (uncertain || catalogSource.hasGap(['properties'])) continue // an invalid property may be the one
    const properties = catalog.apis[index]?.properties ?? new Map()
    for (const { name, path } of part.variables) {
      if (properties.has(name)) continue
      const known = [...properties.keys(), ...builtInVariables]
      const meant = didYouMean(name, known) || didYouMean(name.split('.')[0] ?? '', known)
      const message = `${renderMemberPath(path)} uses $(${name}), which no property of the API or the catalog defines`
      problems.undefinedValue(source, source.locate(path), `${message}${meant}`)
    }
  }
}
