import { describeFileError } from '../../lib/files/file-error.ts'

/** Returns the text of an error for the user. An error of the file system is rendered as `PATH: explanation`. */
export function describeError(error: unknown): string {
  const { message, path, syscall } = error as NodeJS.ErrnoException
  return path === undefined || syscall === undefined ? message : `${path}: ${describeFileError(error)}`
}
