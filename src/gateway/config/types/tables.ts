/** Defines the type tables that the loader takes, and its result. */
import type { TSchema } from '../../../shared/lib/json-schema/type.ts'
import type { Config } from './catalog.ts'
import type { Problem } from './source-location.ts'

/**
 * The tables of types that the loader takes, and what it needs of other modules. A document is checked against the schema of its own type; adding a
 * type needs one file and one row, and no change of the loader.
 *
 * A schema names the members that its type reads. Other members are rejected, unless the schema allows them by
 * `additionalProperties`. The loader adds the common members: `name`, `title`, `identity_providers`, ... of a
 * registry; `type` and `description` of a security definition; `version`, `title` and `description` of a policy
 * (a schema that names one of them receives it). The keyword `x-words` of a string schema describes its pattern
 * in words, `format: 'web-address'` is an absolute http or https URL, and `x-list: 'steps'` marks a list of steps
 * in the settings of a policy for editors.
 */
export interface TypeTables {
  registries: readonly RegistryTypeSpec[]
  securities: readonly { type: string; settings: TSchema }[]
  policies: readonly PolicyTypeSpec[]
  /** Returns whether a text is the hash of a secret that a token endpoint can check. */
  isSecretHash(text: string): boolean
}

export interface RegistryTypeSpec {
  type: string
  settings: TSchema
  /** Whether users sign in in their browser, so that nothing can check a password. */
  signsInBrowser?: boolean
  /** Returns the problems of settings that fit the schema, with the path of the member. */
  faults?(settings: never): readonly SettingProblem[]
}

export type SettingProblem = { path: readonly (string | number)[]; message: string }

export interface PolicyTypeSpec {
  policy: string
  /** The digest of the code of a policy of the operator; absent for policies of the gateway. */
  code?: string
  settings: TSchema
  /** Paths inside the settings that hold nested steps, in order: `operation-switch` has one per case. */
  branches?: (settings: never) => readonly (readonly (string | number)[])[]
  /** Present when the policy validates messages. Returns pointers to further schemas of its settings. */
  contract?: (settings: never) => readonly SchemaPointer[]
  /** Returns the variables that the policy sets. */
  assignedVariables?: (settings: never) => readonly string[]
  /** Returns the references to schemas of the document in the settings, such as `#/definitions/Order`. */
  schemaReferences?: (settings: never) => readonly string[]
}

/** A JSON pointer to a schema, with the path of the member that holds it inside the settings. */
export type SchemaPointer = { pointer: string; path: readonly (string | number)[] }

/** The result of a load. */
export type LoadResult =
  | (LoadedTexts & { config: Config; problems: readonly Problem[]; readable?: undefined })
  /** `readable` is the part of faulty documents that further checks use; it is never served to callers. */
  | (LoadedTexts & { config?: never; problems: readonly Problem[]; readable?: Config | undefined })

interface LoadedTexts {
  /** The references of `$vault{}` in all documents. */
  secrets?: readonly string[] | undefined
  /** The paths of `$file{}`. */
  files?: readonly string[] | undefined
  /** Returns the texts of the documents by their paths, without applications in the store. Only until the next load. */
  texts?: (() => Readonly<Record<string, string>>) | undefined
}
