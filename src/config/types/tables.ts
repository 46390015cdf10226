/** Defines the type tables that the loader takes, and its result. */
import type { TSchema } from '../../lib/json-schema/type.ts'

import type { Config } from './catalog.ts'
import type { Problem } from './source-location.ts'

/**
 * The tables that the loader is handed, so that a document is checked against the schema that its own type
 * brought. Adding a type is one file and one row; the loader does not change.
 *
 * A schema names the members that its type reads; what it does not name is refused, unless the schema allows it by
 * `additionalProperties`. Common members are the loader's own: `name`, `title`, `identity_providers`, ... of a
 * registry; `type` and `description` of a security definition; `version`, `title` and `description` of a policy (a
 * schema that names one of them gets it). A string schema may say its pattern in words under `x-words`, and
 * `format: 'web-address'` is an absolute http or https address. A list of steps within the settings of a policy says
 * `x-list: 'steps'`, so that editors know what may stand there.
 */
export interface TypeTables {
  registries: readonly RegistryTypeSpec[]
  securities: readonly { type: string; settings: TSchema }[]
  policies: readonly PolicyTypeSpec[]
}

export interface RegistryTypeSpec {
  type: string
  settings: TSchema
  /** Returns the problems of settings that fit the schema, with the path of the member. */
  faults?(settings: never): readonly SettingProblem[]
}

export interface SettingProblem {
  path: readonly (string | number)[]
  message: string
}

export interface PolicyTypeSpec {
  policy: string
  settings: TSchema
  /** Paths inside the settings that hold nested steps, in order: `operation-switch` has one per case. */
  branches?: (settings: never) => readonly (readonly (string | number)[])[]
  /** The policy holds messages against the contract of the API; pointers to schemas that its settings name besides. */
  contract?: (settings: never) => readonly string[]
}

export type LoadResult =
  | { config: Config; problems: readonly Problem[]; readable?: never }
  /**
   * `readable` is the readable part of documents with errors. It serves further checks and is never served to
   * callers.
   */
  | { config?: never; problems: readonly Problem[]; readable?: Config }
