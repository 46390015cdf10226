import type { Catalog } from '../../config/types/index.ts'

/** Returns the references, `name:version`, of the APIs that tokens of the provider can open. */
export function findProtectedApis(provider: string, catalog: Pick<Catalog, 'apis'>): string[] {
  return catalog.apis.filter((api) => [...api.definitions.values()].some(isProtected)).map((api) => api.reference)

  function isProtected({ type, settings }: { type: string; settings: unknown }): boolean {
    return type === 'oauth2' && (settings as Record<string, unknown>)['x-ibm-oauth-provider'] === provider
  }
}
