/** The layout of the form of one kind of documents. */

export interface FieldPresentation {
  /** The path of the member, with `/` between its steps; `*` stands for any name. */
  path: string
  title?: string
  help?: string
  /** Of a member that the schema of the kind leaves open: the member by whose presence in the schema the form shows this one. */
  beside?: string
  /** The titles of the values to choose from. */
  values?: Readonly<Record<string, string>>
}

export interface FieldGroup {
  title: string
  help?: string
  fields: readonly FieldPresentation[]
}

export interface FormPresentation {
  /** The groups in their order. Members in no group are under "More settings". */
  groups: readonly FieldGroup[]
  /** The words of fields inside others. */
  words?: readonly FieldPresentation[]
  /** Paths that the form leaves to the YAML. */
  hidden?: readonly string[]
}
