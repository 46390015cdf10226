/** The URLs of a catalog: its standard place below the base URL of the gateway, and the host names of its own. */

/** The members of a catalog that decide its URLs. */
export interface CatalogPlaces {
  /** The standard place, `/{org}/{name}`. */
  path: string
  /** The hosts of its own in lower case, each with its path: `api.acme.example`, `acme.example/pay`. */
  hosts?: readonly string[] | undefined
  /** The entry of `hosts` that begins issuers and other URLs that must be stable; undefined for the standard place. */
  canonicalHost?: string | undefined
}

/** Returns the URL of an entry of `hosts`: with the scheme and the port of the base URL, without a slash at its end. */
function renderHostUrl(entry: string, baseUrl: string): string {
  const { protocol, port } = new URL(baseUrl)
  return entry.replace(/^[^/]+/, (host) => `${protocol}//${host}${port && `:${port}`}`)
}

/** Returns the URL of the catalog that no request changes: issuers, audiences and e-mails begin with it. */
export function renderCatalogUrl({ path, canonicalHost }: CatalogPlaces, baseUrl: string): string {
  return canonicalHost === undefined ? `${baseUrl}${path}` : renderHostUrl(canonicalHost, baseUrl)
}

/** Returns every URL of the catalog: the stable one first. */
export function listCatalogUrls(catalog: CatalogPlaces, baseUrl: string): [string, ...string[]] {
  const others = (catalog.hosts ?? []).map((entry) => renderHostUrl(entry, baseUrl))
  const stable = renderCatalogUrl(catalog, baseUrl)
  return [stable, ...[`${baseUrl}${catalog.path}`, ...others].filter((each) => each !== stable)]
}
