/**
 * The part of the documents that a call belongs to. There is one object for each operation, created when the
 * documents are loaded, so that counts and log texts are found by identity.
 */
export interface CallLocation {
  readonly org: string | undefined
  readonly catalog: string | undefined
  /** `name:version`. */
  readonly api: string | undefined
  readonly operation: string | undefined
}

/** The location of a call for which no API was found. */
export const unknownCallLocation: CallLocation = Object.freeze({
  org: undefined,
  catalog: undefined,
  api: undefined,
  operation: undefined,
})
