/** Defines the whole configuration: catalogs and what each of them publishes. */
import type { TlsFilePaths } from '../../../shared/lib/files/tls-files.ts'
import type { CatalogPlaces } from '../../contract/access/catalog-urls.ts'
import type { Api, SecurityDefinition } from './api.ts'
import type { Application } from './applications.ts'
import type { Product } from './products.ts'
import type { ProviderSettings, RegistrySettings, ThirdPartyProvider } from './providers.ts'
import type { SourceLocation } from './source-location.ts'

export interface Config {
  /** A digest of the texts of all documents. */
  revision: string
  catalogs: readonly Catalog[]
  /** The policies that files beside the documents export; absent when there are none. */
  policies?: readonly PolicyCode[] | undefined
}

/** A policy of the operator. */
export interface PolicyCode {
  /** The name in assemblies. */
  name: string
  /** Its file, relative to the configuration folder. */
  file: string
  /** A digest of the file. */
  digest: string
  /** The code in JavaScript, with the lines of the file. */
  code: string
}

/** A catalog of an organisation, which is published at `/{org}/{name}`. */
export interface Catalog extends Pick<CatalogPlaces, 'path' | 'hosts' | 'canonicalHost'> {
  org: string
  name: string
  title: string
  /** The enabled user registries by name. */
  registries: ReadonlyMap<string, RegistrySettings>
  /** The enabled native OAuth providers by name. */
  providers: ReadonlyMap<string, ProviderSettings>
  /** The enabled third-party OAuth providers by name; native providers have other names. */
  thirdParties?: ReadonlyMap<string, ThirdPartyProvider>
  /** The native providers of other catalogs that security definitions name, by `org/catalog/provider`. */
  foreignProviders?: ReadonlyMap<string, NativeProvider> | undefined
  tlsProfiles: ReadonlyMap<string, TlsProfile>
  products: readonly Product[]
  /** Every API of the published products, each once. */
  apis: readonly Api[]
  applications: readonly Application[]
  /** Whether applications that are created at the portal are kept in the store; absent for files. */
  storesApplications?: boolean | undefined
  /** The developer portal at `{path}/portal`; undefined when the catalog has none. */
  portal?: PortalSettings | undefined
  location: SourceLocation
}

/** A native provider, and the catalog that holds it. */
export interface NativeProvider {
  holder: CatalogPlaces
  provider: ProviderSettings
}

/** Returns the name of the OAuth provider of a security definition; undefined for other types. */
export function findProviderName({ type, settings }: SecurityDefinition): string | undefined {
  return type === 'oauth2' ? (settings as { 'x-ibm-oauth-provider'?: string })['x-ibm-oauth-provider'] : undefined
}

/** Returns the native provider that a security definition of the catalog names; undefined when there is none. */
export function findNativeProvider(catalog: Catalog, name = ''): NativeProvider | undefined {
  const provider = catalog.providers.get(name)
  return provider ? { holder: catalog, provider } : catalog.foreignProviders?.get(name)
}

export interface PortalSettings {
  /** The name of the registry, local or of the type `oidc`, whose users may sign in to the portal. */
  registry: string
  /** The name of the local registry whose users may sign in besides; undefined for none. */
  localRegistry?: string | undefined
  /** Whether visitors who are not signed in may read the catalogue: products, APIs and guides. */
  isPublic: boolean
  brand: PortalBrand
  /** Whether users need a verified e-mail address to change applications. */
  requiresVerifiedEmail: boolean
  /** Whether visitors may create accounts themselves. */
  selfSignup: boolean
  /** The users who approve subscriptions. */
  owners: readonly string[]
  /** Whether the owners may change all documents of this installation at the portal. */
  ownersEditDocuments: boolean
  /** The maximum number of applications of one user. */
  maxApplications: number
  /** The longest life of a client secret that developers create, in days; 0 for no limit. */
  maxSecretDays: number
  /** The lifetime of a session: without activity, and in total. */
  session: { idleMinutes: number; hours: number }
  location: SourceLocation
}

/** How the portal and the pages of the OAuth providers look. */
export interface PortalBrand {
  /** The name in the header; undefined for the title of the catalog. */
  name: string | undefined
  /** The path of the logo below the folder of the catalog. */
  logo: string | undefined
  /** The introduction on the front page, in Markdown. */
  text: string | undefined
  /** The path of the picture of the front page below the folder of the catalog. */
  picture: string | undefined
  /** The colour of links and buttons, `#0f62fe`, in the light and the dark theme; undefined for the default. */
  color: string | undefined
  colorDark: string | undefined
  supportEmail: string | undefined
  supportUrl: string | undefined
  /** Links at the end of each page. */
  links: readonly { title: string; url: string }[]
}

/** A TLS client profile. Its files are read when they are first used: the sandbox creates them at its first start. */
export interface TlsProfile extends TlsFilePaths {
  version: string
  title: string
  location: SourceLocation
}
