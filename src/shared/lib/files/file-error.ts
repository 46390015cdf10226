/** The codes of file errors that users meet, with their explanations. */
const explanations: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it exists already',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the file system is read-only',
  ENOTREG: 'it is a pipe, a socket or a device',
  ENXIO: 'it is a pipe, a socket or a device',
}

/** Returns a short text that explains why a file cannot be read or written. */
export function describeFileError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return explanations[code] ?? (code || message)
}

/** Returns the text of an error for the user. An error of the file system is rendered as `PATH: explanation`. */
export function describeError(error: unknown): string {
  const { message, path, syscall } = error as NodeJS.ErrnoException
  return path === undefined || syscall === undefined ? message : `${path}: ${describeFileError(error)}`
}
