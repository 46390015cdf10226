/**
 * What part of the documents a call was for: one object for each operation, made when the documents are loaded, so
 * that what is written and counted about it is looked up by identity.
 */
export interface CallLocation {
  readonly org: string | undefined
  readonly catalog: string | undefined
  /** `name:version`. */
  readonly api: string | undefined
  readonly operation: string | undefined
}

/** Of a call that no API was found for. */
export const unknownLocation: CallLocation = Object.freeze({
  org: undefined,
  catalog: undefined,
  api: undefined,
  operation: undefined,
})
