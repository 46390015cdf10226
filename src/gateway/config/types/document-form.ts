/** Defines the layout of the form of one kind of documents, at the developer portal. */

export interface FormField {
  /** The path of the member, with `/` between its steps; `*` stands for any name, `**` for any number of steps. */
  path: string
  title?: string
  help?: string
  /** The member by whose presence in the schema the form shows this one, for a member that the schema leaves open. */
  beside?: string
  /** The titles of the values to choose from. */
  values?: Readonly<Record<string, string>>
}

export type FormGroup = { title: string; help?: string; fields: readonly FormField[] }

export interface DocumentForm {
  /** The groups in their order. Members in no group are under "More settings". */
  groups: readonly FormGroup[]
  /** The titles and explanations of fields inside others. */
  words?: readonly FormField[]
  /** The paths that can be changed in the YAML only. */
  hidden?: readonly string[]
}
