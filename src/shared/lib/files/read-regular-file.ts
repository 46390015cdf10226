/** Keeps pipes, sockets and devices from being taken for files. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'

/** Reads a regular file that a setting names. Throws file errors, `ENOTREG` for pipes, which would block. */
export function readRegularFile(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    requireRegularFile(path, fstatSync(file))
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Reads a file as `readRegularFile` does, while the thread does other work. */
export async function readRegularFileLater(path: string): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  requireRegularFile(path, await file.stat())
  return await file.readFile()
}

/** Throws an error like those of the file system, with the code `EISDIR` or `ENOTREG`, unless `stat` is of a regular file. */
export function requireRegularFile(path: string, stat: Stats): void {
  if (stat.isFile()) return
  const code = stat.isDirectory() ? 'EISDIR' : 'ENOTREG'
  throw Object.assign(new Error(`${code}: not a regular file, open '${path}'`), { code, path, syscall: 'open' })
}
