/** Defines locations in the documents and the problems that are found there. */
/** A location in the documents: the file relative to the configuration folder; line and column start at 1. */
export interface SourceLocation {
  file: string
  line: number
  column: number
  /** An error about this value is reported already, so further problems at this location are dropped. */
  reported?: true
}

/** Renders `file:line`, to name a location within a sentence. */
export function renderLocation({ file, line }: Pick<SourceLocation, 'file' | 'line'>): string {
  return `${file}:${line}`
}

/** An error or a warning about the documents. */
export interface Problem extends SourceLocation {
  severity: 'error' | 'warning'
  /** The text: what was found, what is accepted, and what to do. */
  message: string
  /**
   * Whether a document with the warning does `less` than it says, or `cannot` serve calls that need the place.
   * Undefined for errors and for advice.
   */
  effect?: 'less' | 'cannot' | undefined
}
