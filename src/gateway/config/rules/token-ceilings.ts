/** Checks that a native provider of the catalog, or one that uses the registry, has the scopes of token ceilings. */
import { isDeclaredScope } from '../../contract/access/queue-scope.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { LocatedTokenCeiling, ProviderSettings } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

export const tokenCeilingsRule: CatalogRule = function tokenCeilings({ catalog, folder, documents }, problems) {
  const enabled = catalog.providers.size + (catalog.thirdParties?.size ?? 0)
  if (folder.catalog?.part.providers.length !== enabled) return // another problem reports the unreadable provider

  const known = scopesOf(catalog.providers.values())
  const ofCatalog = `is known to no native OAuth provider of the catalog ${catalog.path}`
  for (const { part, source } of folder.applications) {
    checkScopes(part.tokenCeiling, ['token_ceiling'], { source, known, fault: ofCatalog }, problems)
  }
  for (const { part, source } of folder.products) {
    for (const [name, plan] of part.product.plans) {
      const path = ['plans', name, 'token-ceiling']
      checkScopes(plan.tokenCeiling, path, { source, known, fault: ofCatalog }, problems)
    }
  }

  const all = [...documents.providers.values()].map(({ part }) => part)
  for (const name of catalog.registries.keys()) {
    const found = documents.registries.get(name)
    const first = documents.folders.find((each) =>
      each.catalog?.part.registries.some((reference) => reference.name === name),
    )
    if (!found || first !== folder) continue // reports one problem, even if several catalogs enable the registry
    const asking = all.filter(({ registry }) => registry === name)
    const fault = `is known to no native OAuth provider that asks the registry "${name}"`
    const facts = { source: found.source, known: scopesOf(asking), fault }
    checkScopes(found.part.tokenCeiling, ['token_ceiling'], facts, problems)
  }
}

function scopesOf(providers: Iterable<ProviderSettings>): string[] {
  return [...new Set([...providers].flatMap(({ scopes }) => [...scopes.keys()]))]
}

function checkScopes(
  ceiling: LocatedTokenCeiling | undefined,
  path: MemberPath,
  { source, known, fault }: { source: ParsedDocument; known: readonly string[]; fault: string },
  problems: ProblemList,
): void {
  for (const [index, scope] of (ceiling?.scopes ?? []).entries()) {
    if (isDeclaredScope(scope, new Set(known))) continue
    const at = [...path, 'scopes', index]
    const shown = source.renderValue(at)
    const meant = suggestOrList(scope, known, 'the scopes are')
    problems.memberError(source, at, `${fault}: "${shown}"${meant}`)
  }
}
