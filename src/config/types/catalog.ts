/** The whole configuration: catalogs, and what each publishes together. */
import type { Api } from './api.ts'
import type { Application } from './applications.ts'
import type { Product } from './products.ts'
import type { ProviderSettings, RegistrySettings, ThirdPartyProvider } from './providers.ts'
import type { SourceLocation } from './source-location.ts'

export interface Config {
  /** Changes when any document changes: a digest of their texts. */
  revision: string
  catalogs: readonly Catalog[]
}

/** An organisation's catalog: what is published together, at `/{org}/{name}`. */
export interface Catalog {
  org: string
  name: string
  title: string
  /** `/{org}/{name}`. */
  path: string
  /** The user registries that are enabled here, by name. */
  registries: ReadonlyMap<string, RegistrySettings>
  /** The OAuth providers that are enabled here, by name. */
  providers: ReadonlyMap<string, ProviderSettings>
  /** The third-party OAuth providers that are enabled here, by name; no name is that of a native one. */
  thirdParties?: ReadonlyMap<string, ThirdPartyProvider>
  tlsProfiles: ReadonlyMap<string, TlsProfile>
  products: readonly Product[]
  /** Every API of the published products, each once. */
  apis: readonly Api[]
  applications: readonly Application[]
  /** The developer portal, `{path}/portal`; undefined where there is none. */
  portal?: PortalSettings | undefined
  place: SourceLocation
}

export interface PortalSettings {
  /** The name of the local registry whose users may sign in to the portal. */
  registry: string
  /** Whether people may become users of it by themselves. */
  selfSignup: boolean
  /** The users who approve subscriptions. */
  owners: readonly string[]
  /** The maximum number of applications of one user. */
  maxApplications: number
  /** The lifetime of a session: without activity, and in total. */
  session: { idleMinutes: number; hours: number }
  place: SourceLocation
}

export interface TlsProfile {
  name: string
  version: string
  title: string
  protocols: readonly string[]
  ciphers: readonly string[]
  /** Accept any server certificate. */
  insecureServerConnections: boolean
  serverNameIndication: boolean
  /** PEM files, absolute. They are read when the profile is first used: the sandbox makes its own at its first start. */
  truststoreFile: string | undefined
  certificateFile: string | undefined
  keyFile: string | undefined
  place: SourceLocation
}
