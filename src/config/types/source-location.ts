/** Where things stand in the documents, and what is wrong with them. */
/** Where something stands in the documents: the file as it was named, lines and columns from 1. */
export interface SourceLocation {
  file: string
  line: number
  column: number
  /** An error about this value is reported already: what else is said about it is left out. */
  reported?: true
}

/** One thing that is wrong with the documents, or worth a second look. */
export interface Problem extends SourceLocation {
  severity: 'error' | 'warning'
  /** What was met, what is allowed, and what would do. */
  message: string
}
